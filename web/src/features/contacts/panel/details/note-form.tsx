import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { NOTE_INPUT_TEXT } from "@/api/limits";
import { idempotencyKey } from "@/api/versioned";
import { contactKeys } from "@/features/contacts/panel/queries";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { SaveForm } from "@/panel/edit/save-form";
import { type TextDraft, useTextDraft } from "@/panel/edit/text-draft";
import { TextArea } from "@/panel/form/field";
import { submitByKey } from "@/panel/form/submit-by-key";
import { notifyFailure } from "@/panel/notify-failure";

/** The form that adds an internal note to a contact. The browser stores the text until the server has saved it. */
export function NoteForm({ id }: { id: string }) {
  const cache = useQueryClient();
  const { draft, change } = useTextDraft(`note:${id}`);
  const { text } = draft;
  const add = useMutation({
    mutationFn: ({ text, key }: TextDraft) =>
      body(
        api.POST("/api/contacts/{id}/notes", {
          params: { path: { id }, ...idempotencyKey(key) },
          body: { text },
        }),
      ),
    onSuccess: (_, saved) => {
      // `text` is the current input. Users can type while the note is saved.
      change(typedSince(saved.text, text));
      notify.success("Anotação salva");
    },
    onError: (error) => notifyFailure("Erro ao salvar anotação", error),
    onSettled: () => cache.invalidateQueries({ queryKey: contactKeys.timelines }),
  });
  return (
    <SaveForm className="grid gap-2" onSave={() => add.mutate(draft)}>
      <TextArea
        label="Nova anotação"
        hint="Só a equipe vê."
        rows={2}
        maxLength={NOTE_INPUT_TEXT}
        value={text}
        error={add.error instanceof ApiError ? add.error.fields["text"] : undefined}
        onChange={({ target }) => change(target.value)}
        onKeyDown={submitByKey}
      />
      {text.trim() !== "" && (
        <Button type="submit" size="sm" className="justify-self-end" busy={add.isPending}>
          {add.isPending ? "Salvando..." : "Salvar anotação"}
        </Button>
      )}
    </SaveForm>
  );
}

/** Returns the next note: the text that was added to the saved one, or the whole text if it was rewritten. */
function typedSince(saved: string, text: string): string {
  return text.startsWith(saved) ? text.slice(saved.length).trimStart() : text;
}
