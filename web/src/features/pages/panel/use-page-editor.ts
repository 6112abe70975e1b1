/** The state of a page's editor: the draft, the errors of its fields, and the commands of the page. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import type { PageForm } from "@/api/types";
import { versionOf } from "@/api/versioned";
import { deepEqual } from "@/lib/deep-equal";
import { type Dismiss, notify } from "@/lib/notify";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { type Edit, type Outcome, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { notifyFailure } from "@/panel/notify-failure";
import { focusField } from "./focus-field";
import { changedAt, isWithin, type Json } from "./json-path";
import { pageKeys, pageRecord, resetPage, restorePage, type VersionedPage } from "./queries";
import { draftName, pageRecordOf, readPageDraft } from "./record";

export type Problems = Readonly<Record<string, string>>;
/** Changes the value at a path. */
export type Update = (path: string, change: (value: Json) => Json) => void;
export type PageEditor = ReturnType<typeof usePageEditor>;

export function usePageEditor(page: PageForm, opened: VersionedPage) {
  const commands = usePageCommands(page);
  const { draft, problems, setProblems, update, editor } = usePageDraft(page, opened, commands);
  const base = editor.base ?? opened;
  const isDirty = !deepEqual(draft, base.value);
  useUnsavedChanges(isDirty, editor.removeDraft);
  // When the screen closes, the offers to undo end with its draft.
  useEffect(() => withdrawUndo, []);
  const { restore, reset } = useFormerVersions(page, opened, editor, commands);

  function save(): void {
    editor.save().catch((error: unknown) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return;
      setProblems(error.fields);
      focusField(Object.keys(error.fields)[0] ?? "");
    });
  }

  return {
    ...editor,
    page,
    draft,
    problems,
    isDirty,
    isBusy: editor.isSaving || commands.reset.isPending,
    recovered: isDirty ? editor.recovered : null,
    update,
    save,
    reset,
    restore,
    resolve: (choices: Choices) => {
      editor.resolve(choices);
      save();
    },
  };
}

type Commands = ReturnType<typeof usePageCommands>;

/** Returns the draft and its versioned record. The browser stores the draft until the server has saved it. */
function usePageDraft(page: PageForm, opened: VersionedPage, commands: Commands) {
  const { draft, problems, setProblems, show, update, latest } = useDraft(opened.value);
  const editor = useVersionedRecord<Json, Json>({
    record: pageRecordOf(page),
    opened,
    store: { read: () => latest.current, show: (_, next) => show(next) },
    localDraft: draftName(page.name),
    send: commands.save.mutateAsync,
  });

  const recover = useEffectEvent(() => {
    const found = readPageDraft(page.name, opened);
    if (found) editor.recover(found);
  });
  useLayoutEffect(() => recover(), []);
  const storeDraft = useEffectEvent(editor.storeDraft);
  useEffect(() => storeDraft(), [draft, editor.base]);

  return { draft, problems, setProblems, update, editor };
}

/** Restores former versions and the default texts. Unsaved input stays in the draft. */
function useFormerVersions(
  page: PageForm,
  opened: VersionedPage,
  editor: ReturnType<typeof useVersionedRecord<Json, Json>>,
  commands: Commands,
) {
  const base = editor.base ?? opened;

  function continueFrom(version: VersionedPage): void {
    // Reads the base when called, because the undo button of a reset is used after later renders.
    editor.settle(version, (editor.currentBase() ?? opened).value);
  }

  async function restore(version: number, etag = base.etag): Promise<void> {
    continueFrom(await commands.restore(version, etag));
  }

  function reset(): void {
    const before = versionOf(base);
    const undo = ({ etag }: VersionedPage) =>
      restore(before, etag).then(
        () => notify.success("Versão restaurada!", "A que estava valendo continua no histórico."),
        (error: unknown) => notifyFailure("Erro ao restaurar", error),
      );
    commands.reset.mutate(base.etag, {
      onSuccess: (version) => {
        continueFrom(version);
        notify.success("Textos padrão de volta!", page.label, {
          label: "Desfazer",
          run: () => void undo(version),
        });
      },
    });
  }

  return { restore, reset };
}

/** Returns the draft, the problems of its fields, and the functions that change them. */
function useDraft(first: Json) {
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Problems>({});
  // The newest draft, because a save can start before it is rendered.
  const latest = useRef(draft);
  const change = useCallback((next: Json) => {
    latest.current = next;
    setDraft(next);
  }, []);

  const update: Update = useCallback(
    (path, changeValue) => {
      change(changedAt(latest.current, path, changeValue));
      setProblems((known) => problemsOutside(known, path));
    },
    [change],
  );

  function show(next: Json): void {
    if (!deepEqual(next, latest.current)) withdrawUndo();
    change(next);
    setProblems({});
  }

  return { draft, problems, setProblems, show, update, latest };
}

/** Returns the calls that change a page. They show messages about their results. */
function usePageCommands(page: PageForm) {
  const cache = useQueryClient();
  const store = (version: VersionedPage) => cache.setQueryData(pageRecord(page.name).queryKey, version);
  const refresh = () => {
    const keys = [pageKeys.list, pageKeys.texts, ["pages", "history", page.name]];
    for (const queryKey of keys) void cache.invalidateQueries({ queryKey });
  };
  const save = useMutation({
    mutationFn: (edit: Edit<Json, Json>): Promise<Outcome<Json>> => saveRecord(pageRecordOf(page), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      store(outcome.saved);
      notify.success("Página salva!", savedText(outcome.isMerged, page.label));
    },
    onError: (error) => notifyFailure("Erro ao salvar", error),
    onSettled: refresh,
  });
  const reset = useMutation({
    mutationFn: (etag: string | null) => resetPage(page.name, etag),
    onSuccess: store,
    onError: (error) => notifyFailure("Erro ao voltar ao padrão", error),
    onSettled: refresh,
  });
  async function restore(version: number, etag: string | null): Promise<VersionedPage> {
    try {
      const restored = await restorePage(page.name, version, etag);
      store(restored);
      return restored;
    } finally {
      refresh();
    }
  }
  return { save, reset, restore };
}

/** Returns the problems without those at or below a path, whose value has changed. */
function problemsOutside(problems: Problems, path: string): Problems {
  const left = Object.entries(problems).filter(([field]) => !isWithin(field, path));
  return left.length === Object.keys(problems).length ? problems : Object.fromEntries(left);
}

const offers = new Set<Dismiss>();

/** Offers to undo a removal from a list of the page. */
export function offerUndo(title: string, text: string, run: () => void): void {
  offers.add(notify.success(title, text, { label: "Desfazer", run }));
}

/** Dismisses the offers to undo, which no longer apply to the draft. */
function withdrawUndo(): void {
  offers.forEach((dismiss) => dismiss());
  offers.clear();
}
