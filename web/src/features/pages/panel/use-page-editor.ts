/**
 * What somebody is making of a page. It knows the version it was opened with: whoever saves first never has their change
 * overwritten unseen, and what was typed stays until it is saved or given up.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import type { PageForm } from "@/api/types";
import { notify } from "@/lib/notify";
import { same } from "@/lib/deep-equal";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { focusField } from "./focus-field";
import { dropKept, keep, readKept } from "./kept-draft";
import { changedAt, isWithin, type Json, valueAt } from "./page-document";
import { merge } from "./page-merge";
import { type Opened, pageKeys, pageRecord, resetPage, restorePage, versionOf } from "./page-queries";
import { type Conflict, savePage } from "./save-page";
import { withdrawUndo } from "./undo-offers";

const FALLBACK = "Tente novamente mais tarde.";

export type Problems = Readonly<Record<string, string>>;
/** Changes the value at a path. */
export type Update = (path: string, change: (value: Json) => Json) => void;
export type PageEditor = ReturnType<typeof usePageEditor>;

interface Sent {
  base: Opened;
  document: Json;
}

export function usePageEditor(page: PageForm, first: Opened) {
  const cache = useQueryClient();
  const [kept] = useState(() => readKept(page.name, first));
  const [base, setBase] = useState(kept?.base ?? first);
  const [draft, setDraft] = useState(kept?.draft ?? first.document);
  const [problems, setProblems] = useState<Problems>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isDirty = !same(draft, base.document);
  useUnsavedChanges(isDirty, () => dropKept(page.name));
  useEffect(() => {
    if (isDirty) keep(page.name, draft, base);
    else dropKept(page.name);
  }, [page.name, isDirty, draft, base]);
  useEffect(() => withdrawUndo, []);

  const update: Update = useCallback((path, change) => {
    setDraft((document) => changedAt(document, path, change));
    setProblems((known) => withoutThoseOf(known, path));
  }, []);

  /** Goes on from another version, with what is typed and not in it. */
  function rebase(opened: Opened, from: Json): void {
    withdrawUndo();
    setBase(opened);
    cache.setQueryData(pageRecord(page.name).queryKey, opened);
    setDraft((typed) => merge(page.form, from, typed, opened.document).document);
    setProblems({});
  }

  function refused(error: unknown): void {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return;
    setProblems(error.fields);
    focusField(Object.keys(error.fields)[0] ?? "");
  }

  const save = useMutation({
    mutationFn: ({ base, document }: Sent) => savePage(page, base, document),
    onSuccess: (outcome, sent) => {
      if (outcome.status === "conflict") {
        setConflict(outcome);
        return;
      }
      setConflict(null);
      settle(outcome.opened, sent.document);
      const kept = outcome.isMerged ? "O que outra pessoa salvou em outros campos foi mantido." : page.label;
      notify.success("Página salva!", kept);
    },
    onError: (error) => {
      notify.error("Erro ao salvar", messageOf(error, FALLBACK));
      refused(error);
    },
    onSettled: () => void refresh(),
  });

  /** What was saved is the page now, unless somebody has typed on meanwhile. */
  function settle(opened: Opened, sent: Json): void {
    if (same(opened.document, sent) && draft === sent) {
      setBase(opened);
      setProblems({});
      cache.setQueryData(pageRecord(page.name).queryKey, opened);
    } else {
      rebase(opened, sent);
    }
  }

  const reset = useMutation({
    mutationFn: () => resetPage(page.name, base.etag),
    onSuccess: (opened) => {
      const before = versionOf(base);
      rebase(opened, base.document);
      notify.success("Textos padrão de volta!", page.label, {
        label: "Desfazer",
        run: () => restore.mutate({ version: before, etag: opened.etag }),
      });
    },
    onError: (error) => notify.error("Erro ao voltar ao padrão", messageOf(error, FALLBACK)),
    onSettled: () => void refresh(),
  });

  const restore = useMutation({
    mutationFn: ({ version, etag }: { version: number; etag: string | null }) =>
      restorePage(page.name, version, etag),
    onSuccess: (opened) => {
      rebase(opened, base.document);
      const kept = isDirty ? " O que você digitou e não salvou continua no formulário." : "";
      notify.success("Versão restaurada!", `A que estava valendo continua no histórico.${kept}`);
    },
    onError: (error) => notify.error("Erro ao restaurar", messageOf(error, FALLBACK)),
    onSettled: () => void refresh(),
  });

  async function refresh(): Promise<void> {
    await Promise.all([
      cache.invalidateQueries({ queryKey: pageKeys.list }),
      cache.invalidateQueries({ queryKey: pageKeys.texts }),
      cache.invalidateQueries({ queryKey: ["pages", "history", page.name] }),
    ]);
  }

  /** Goes on from their version, with mine where it was chosen. */
  function resolve(choices: Choices): void {
    if (!conflict) return;
    const { theirs, clashes } = conflict;
    const given = clashes.filter(({ path }) => choices[path] === "theirs");
    const document = given.reduce(
      (kept: Json, { path }) => changedAt(kept, path, () => valueAt(theirs.document, path)),
      conflict.document,
    );
    withdrawUndo();
    setBase(theirs);
    setDraft(document);
    save.mutate({ base: theirs, document });
  }

  /** Goes back to what the server has, as far as that is known. */
  function discard(): void {
    withdrawUndo();
    const known = versionOf(first) > versionOf(base) ? first : base;
    setBase(known);
    setDraft(known.document);
    setProblems({});
  }

  return {
    page,
    draft,
    problems,
    isDirty,
    /** What was typed before and is in the form again, until it is saved or given up. */
    recovered: isDirty && kept?.base === base ? kept : null,
    isSaving: save.isPending,
    isBusy: save.isPending || reset.isPending || restore.isPending,
    conflict,
    update,
    discard,
    resolve,
    dropConflict: () => setConflict(null),
    save: () => save.mutate({ base, document: draft }),
    reset: () => reset.mutate(),
    restore: (version: number, onDone: () => void) =>
      restore.mutate({ version, etag: base.etag }, { onSuccess: onDone }),
  };
}

/** What is wrong with a field, or within a list that is another now, isn't known once it changes. */
function withoutThoseOf(problems: Problems, path: string): Problems {
  const kept = Object.entries(problems).filter(([place]) => !isWithin(place, path));
  return kept.length === Object.keys(problems).length ? problems : Object.fromEntries(kept);
}
