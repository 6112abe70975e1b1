import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { noteInput } from "@/api/limits";
import { contactKeys } from "@/features/contacts/panel/queries";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";
import { TextArea } from "@/panel/form/field";

/** Adds an internal note to a contact. The text is stored in the browser until it is saved. */
export function NoteForm({ id }: { id: string }) {
  const cache = useQueryClient();
  const draft = `note:${id}`;
  const [text, setText] = useState(() => storedText(draft));
  const type = (typed: string) => {
    setText(typed);
    if (typed) writeLocalDraft(draft, { text: typed });
    else removeLocalDraft(draft);
  };
  const add = useMutation({
    mutationFn: (text: string) =>
      body(api.POST("/api/contacts/{id}/notes", { params: { path: { id } }, body: { text } })),
    onSuccess: (_, saved) => {
      type(typedSince(saved, text));
      notify.success("Anotação salva");
    },
    onError: (error) => notify.error("Erro ao salvar anotação", messageOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: contactKeys.timelines }),
  });
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(text);
      }}
    >
      <TextArea
        label="Nova anotação"
        hint="Só a equipe vê."
        rows={2}
        maxLength={noteInput.text}
        value={text}
        error={add.error instanceof ApiError ? add.error.fields["text"] : undefined}
        onChange={({ target }) => type(target.value)}
      />
      {text.trim() !== "" && (
        <Button
          type="submit"
          size="sm"
          className="justify-self-end"
          busy={add.isPending}
          disabled={add.isPending}
        >
          {add.isPending ? "Salvando..." : "Salvar anotação"}
        </Button>
      )}
    </form>
  );
}

/** Returns the text that was typed after the saved one: it is the next note. */
function typedSince(saved: string, text: string): string {
  return text.startsWith(saved) ? text.slice(saved.length).trimStart() : text;
}

function storedText(draft: string): string {
  const text = readLocalDraft(draft)?.["text"];
  return typeof text === "string" ? text : "";
}
