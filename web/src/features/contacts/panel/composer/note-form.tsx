import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { NOTE_INPUT_TEXT } from "@/api/limits";
import { idempotencyKey } from "@/api/versioned";
import { contactKeys } from "@/features/contacts/panel/queries";
import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { COMMAND } from "@/panel/controls/kbd";
import { SaveForm } from "@/panel/edit/save-form";
import { prependToTextDraft, type TextDraft, useTextDraft } from "@/panel/edit/text-draft";
import { submitByKey } from "@/panel/form/submit-by-key";
import { notifyFailure } from "@/panel/notify-failure";
import { ComposerFields, ComposerText } from "./composer-text";

interface NoteFormProps {
  id: string;
  /** Called when a note is saved and no further text was typed meanwhile. */
  onSaved?: () => void;
}

/** The form that adds an internal note to a contact, which only staff see. The browser stores the text until the server has saved it. */
export function NoteForm({ id, onSaved }: NoteFormProps) {
  const cache = useQueryClient();
  const { draft, change } = useTextDraft(`note:${id}`);
  const { text } = draft;
  const undo = useUndoNote(id);
  const add = useMutation({
    mutationFn: ({ text, key }: TextDraft) =>
      body(
        api.POST("/api/contacts/{id}/notes", {
          params: { path: { id }, ...idempotencyKey(key) },
          body: { text },
        }),
      ),
    onSuccess: (note, saved) => {
      // `text` is the current input. Users can type while the note is saved.
      const rest = typedSince(saved.text, text);
      change(rest);
      notify.undoable(note.id, "Anotação salva", undefined, () =>
        undo.mutate({ id: note.id, text: saved.text }),
      );
      if (rest === "") onSaved?.();
    },
    onError: (error) => notifyFailure("Erro ao salvar anotação", error),
    onSettled: () => cache.invalidateQueries({ queryKey: contactKeys.timelines }),
  });
  return (
    <SaveForm className="flex min-h-0 flex-col gap-2" onSave={() => add.mutate(draft)}>
      <ComposerFields>
        <ComposerText
          label="Nova anotação"
          placeholder="Só a equipe vê a anotação."
          maxLength={NOTE_INPUT_TEXT}
          value={text}
          error={
            add.error instanceof ApiError && add.variables?.text === text
              ? add.error.fields["text"]
              : undefined
          }
          onChange={({ target }) => change(target.value)}
          onKeyDown={submitByKey}
        />
      </ComposerFields>
      <div className="flex shrink-0 items-center justify-end gap-2">
        <span className="text-muted mr-auto hidden text-xs lg:inline">{COMMAND} Enter salva</span>
        <Button
          type="submit"
          variant="primary"
          className="max-lg:h-11"
          busy={add.isPending}
          aria-disabled={text.trim() === ""}
        >
          {add.isPending ? "Salvando..." : "Salvar anotação"}
        </Button>
      </div>
    </SaveForm>
  );
}

/** Returns the mutation that deletes a note which was just saved. Its text goes back to the draft, before what was written since. */
function useUndoNote(contact_id: string) {
  const cache = useQueryClient();
  const { compose } = useTriage();
  return useMutation({
    mutationFn: ({ id }: { id: string; text: string }) =>
      body(api.DELETE("/api/contacts/notes/{id}", { params: { path: { id } } })),
    onSuccess: (_, { text }) => {
      prependToTextDraft(`note:${contact_id}`, text);
      notify.success("Anotação desfeita", "O texto voltou para o campo.");
      compose({ id: contact_id, mode: "note", isRestored: true });
    },
    onError: (error) => notifyFailure("Erro ao desfazer a anotação", error),
    onSettled: () => cache.invalidateQueries({ queryKey: contactKeys.timelines }),
  });
}

/** Returns the next note: the text that was added to the saved one, or the whole text if it was rewritten. */
function typedSince(saved: string, text: string): string {
  return text.startsWith(saved) ? text.slice(saved.length).trimStart() : text;
}
