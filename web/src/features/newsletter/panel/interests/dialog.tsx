/** The dialog in which staff choose the categories and tags of the blog that subscribers can select as interests. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { fieldMessageOf } from "@/api/error-checks";
import type { Interests } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { EditorConflict } from "@/panel/edit/editor-frame";
import { SaveForm } from "@/panel/edit/save-form";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { type Edit, saveRecord } from "@/panel/edit/versioned-record";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { useChange } from "@/panel/use-change";
import { InterestCheckboxes } from "./checkboxes";
import { INTERESTS, interests, MAX_INTERESTS, unnumbered } from "./record";

export function InterestsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(interests);
  return (
    <EditorDialog size="small" title="Assuntos de interesse" onClose={onClose}>
      {query.error && (
        <LoadingFailed
          title="Erro ao carregar os assuntos de interesse"
          reason={messageOf(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <InterestsForm opened={query.data} onClose={onClose} />}
    </EditorDialog>
  );
}

function InterestsForm({ opened, onClose }: { opened: Interests; onClose: () => void }) {
  const { base, slugs, setSlugs, save, error, ...editor } = useInterestsEditor(opened, onClose);
  return (
    <>
      <SaveForm className="flex min-h-0 flex-col" onSave={save}>
        <div className="grid gap-4 overflow-y-auto p-5">
          <p className="text-muted text-sm">
            Quem se inscreve pode escolher entre os assuntos marcados, e mudar a escolha pelo link de cada
            e-mail. Quem não escolhe nenhum recebe todas as edições.
          </p>
          <InterestCheckboxes
            legend="Categorias e tags do blog"
            interests={base.available}
            chosen={slugs}
            isFull={slugs.length >= MAX_INTERESTS}
            onChange={setSlugs}
          />
          <p role="status" className="text-danger text-sm empty:hidden">
            {error && fieldMessageOf(error, "slugs")}
          </p>
        </div>
        <DialogButtons isBar onClose={editor.leave}>
          <Button type="submit" variant="primary" busy={editor.isSaving}>
            Salvar
          </Button>
        </DialogButtons>
      </SaveForm>
      <EditorConflict {...editor} />
    </>
  );
}

/** Returns the chosen slugs, and the functions that change and save them. `onSaved` closes the dialog. */
function useInterestsEditor(opened: Interests, onSaved: () => void) {
  const [slugs, setSlugs] = useState(() => INTERESTS.draftOf(opened));
  // Also in a ref, because a choice between two versions is saved before it is rendered.
  const latest = useRef(slugs);
  const change = (next: readonly string[]) => {
    latest.current = next;
    setSlugs(next);
  };
  const send = useSaveInterests();
  const editor = useVersionedRecord({
    record: INTERESTS,
    opened: unnumbered(opened),
    store: { read: () => latest.current, show: (_, draft) => change(draft) },
    localDraft: null,
    send: send.mutateAsync,
  });
  const base = editor.base?.value ?? opened;
  const { forget, leave } = useLeaving(!INTERESTS.isSame(INTERESTS.draftOf(base), slugs));
  const save = () =>
    void editor.save().then(
      ({ status }) => {
        if (status === "conflict") return;
        forget();
        onSaved();
      },
      // The mutation shows the error.
      () => undefined,
    );
  return {
    ...editor,
    base,
    slugs,
    setSlugs: change,
    save,
    error: send.error,
    leave,
    resolve: (choices: Choices) => {
      editor.resolve(choices);
      save();
    },
  };
}

function useSaveInterests() {
  const cache = useQueryClient();
  return useChange("Erro ao salvar os assuntos de interesse", () => undefined, {
    mutationFn: (edit: Edit<Interests, readonly string[]>) => saveRecord(INTERESTS, edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      cache.setQueryData(interests.queryKey, outcome.saved.value);
      notify.success(
        "Assuntos de interesse salvos!",
        outcome.isMerged ? "O que outra pessoa marcou ou desmarcou agora também vale." : undefined,
      );
    },
  });
}
