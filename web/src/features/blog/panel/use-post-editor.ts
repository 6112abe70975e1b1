/** The state of a post's editor: its fields, saving by hand and automatically, and the draft in the browser's storage. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { serverMessageOf } from "@/api/client";
import type { Post } from "@/api/types";
import { notify } from "@/lib/notify";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import type { VersionedRecord } from "@/panel/edit/versioned-record";
import { NEW, type PostDraft, removePostDraft, writePostDraft } from "./post-draft";
import { errorsOf, faultsOf, focusFirst, planErrors, unreadableDates } from "./post-errors";
import { BLANK, type PostFields } from "./post-fields";
import { postKeys } from "./post-queries";
import { postRecord } from "./post-record";
import {
  type Base,
  baseFields,
  isAutosavable,
  isChanged,
  isPlanChanged,
  missing,
  rebased,
} from "./post-text";
import { useProposedAuthor } from "./proposed-author";
import { COVER_ADDRESS } from "./typed-cover";
import { usePostFields } from "./use-post-fields";
import { isUnanswered, usePostSending } from "./use-post-sending";

const PAUSE_MS = 3000;
const RETRY_MS = 10_000;
const EMPTY = "Preencha os campos obrigatórios: título, slug e conteúdo.";
const DELETED = "Outra pessoa excluiu este post agora.";
const CONFLICT = "Outra pessoa alterou o mesmo campo. Ao salvar, você escolhe o que fica.";

const RECORD: VersionedRecord<Post, PostFields> = { ...postRecord(false), rebase: rebased };

type Work = "none" | "saving" | "autosaving";

/** Result of the last automatic save. */
type Autosave =
  | { phase: "none" }
  | { phase: "saved"; at: string }
  /** Repeated after a while. */
  | { phase: "offline" }
  /** Repeated once something is typed; with the server's reason. */
  | { phase: "refused"; reason: string };

export type PostEditor = ReturnType<typeof usePostEditor>;

// Longer than 60 lines: saving by hand and saving automatically share each step and take turns.
export function usePostEditor(opened: Base, stored: PostDraft | null) {
  const cache = useQueryClient();
  const author = useProposedAuthor();
  const draft = usePostFields(() => stored?.fields ?? (opened ? baseFields(opened) : { ...BLANK, author }));
  const { fields, errors, setErrors, read, cover, takeCover } = draft;
  const record = useVersionedRecord<Post, PostFields>({
    record: RECORD,
    opened: stored ? stored.base : opened,
    store: { read, show: (_, next) => draft.show(next) },
    localDraft: null,
  });
  const { base, conflict, currentBase } = record;
  const { send, attempt, isDiscarded } = usePostSending(record, read, stored?.attempt ?? null);
  // New until it is saved by hand.
  const [isNew, setNew] = useState(opened === null);
  const [isDeleted, setDeleted] = useState(false);
  const [work, setWork] = useState<Work>("none");
  const [autosave, setAutosave] = useState<Autosave>({ phase: "none" });
  const inTurn = useSerialQueue();
  const isDirty = isChanged(base, fields);
  const canAutosave = isAutosavable(base, fields);
  const id = base?.value.id ?? NEW;

  useEffect(() => {
    if (isDiscarded.current) return;
    if (isDirty) writePostDraft(id, { fields, base, attempt: attempt.current });
    else removePostDraft(id);
  }, [id, fields, base, isDirty, attempt, isDiscarded]);

  function set(change: Partial<PostFields>): void {
    if (autosave.phase === "refused") setAutosave({ phase: "none" });
    draft.set(change, Boolean(currentBase()?.value.published_at));
  }

  /** Shows the errors of a failed save and returns its reason. */
  function fail(error: unknown, fallback?: string): string {
    if (error instanceof ApiError) setErrors((before) => ({ ...planErrors(before), ...errorsOf(error) }));
    if (!isNotFound(error)) return serverMessageOf(error, fallback);
    setDeleted(currentBase() !== null);
    return DELETED;
  }

  /** Returns whether the server has the text. */
  async function saveAutomatically(): Promise<boolean> {
    if (isDiscarded.current || !isAutosavable(currentBase(), read())) return false;
    setWork((before) => (before === "saving" ? before : "autosaving"));
    try {
      const outcome = await send(true);
      if (outcome.status === "conflict") {
        setAutosave({ phase: "refused", reason: CONFLICT });
        return false;
      }
      setDeleted(false);
      setAutosave({ phase: "saved", at: outcome.saved.value.updated_at });
      setErrors(planErrors);
      return true;
    } catch (error) {
      const reason = fail(error);
      setAutosave(isUnanswered(error) ? { phase: "offline" } : { phase: "refused", reason });
      return false;
    } finally {
      setWork((before) => (before === "autosaving" ? "none" : before));
    }
  }

  /** Shows what is wrong with the fields, if anything. */
  function check(): boolean {
    const hasCover = takeCover();
    const faults = faultsOf(read());
    const isInvalid = Object.keys(faults).length > 0;
    if (hasCover && !isInvalid) return true;
    setErrors(faults);
    notify.error(
      "Erro ao salvar post",
      missing(read()).length > 0 ? EMPTY : "Verifique os campos destacados.",
    );
    if (isInvalid) focusFirst(faults);
    else document.getElementById(COVER_ADDRESS)?.focus();
    return false;
  }

  /** Returns the saved post once the list shows it too. */
  async function saveByHand(): Promise<Post | null> {
    if (!check()) return null;
    try {
      const outcome = await send(false);
      if (outcome.status === "conflict") {
        record.showConflict(outcome);
        return null;
      }
      const { value } = outcome.saved;
      setDeleted(false);
      setAutosave({ phase: "none" });
      setErrors({});
      notify.success(isNew ? "Post criado!" : "Post atualizado!", value.title);
      setNew(false);
      await cache.invalidateQueries({ queryKey: postKeys.lists });
      return value;
    } catch (error) {
      notify.error(
        "Erro ao salvar post",
        fail(error, isNew ? "Erro ao criar post" : "Erro ao atualizar post"),
      );
      if (error instanceof ApiError) focusFirst(errorsOf(error));
      return null;
    }
  }

  function save(): Promise<Post | null> {
    setWork("saving");
    return inTurn(saveByHand).finally(() => setWork("none"));
  }

  /** Saves what may be saved automatically, and returns whether leaving loses nothing. */
  async function saveBeforeLeaving(): Promise<boolean> {
    if (!takeCover() || unreadableDates(read()).length > 0) return false;
    if (!isChanged(currentBase(), read())) return true;
    return !isPlanChanged(currentBase(), read()) && (await saveAutomatically());
  }

  const isWaiting = work === "none" && conflict === null && canAutosave;
  useAutosaveTimer(autosave, isWaiting, fields, () => void inTurn(saveAutomatically));

  return {
    base,
    fields,
    errors,
    work,
    autosave,
    isDirty,
    isNew,
    canAutosave,
    /** Whether another person has deleted the post, so that it can't be saved. */
    isDeleted,
    restored: () => {
      setDeleted(false);
      setAutosave({ phase: "none" });
    },
    set,
    cover,
    takeCover,
    save,
    saveBeforeLeaving: () => inTurn(saveBeforeLeaving),
    conflict,
    dismissConflict: record.dismissConflict,
    resolve: (choices: Choices) => {
      record.resolve(choices);
      record.dismissConflict();
      return save();
    },
    /** Discards what isn't saved, and stops saving. */
    discard: () => {
      isDiscarded.current = true;
      removePostDraft(id);
    },
  };
}

/** Calls `save` some time after the last change of `content`, as long as `isWaiting`. */
function useAutosaveTimer({ phase }: Autosave, isWaiting: boolean, content: unknown, save: () => void): void {
  const run = useEffectEvent(save);
  const isDue = isWaiting && phase !== "refused";
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => run(), phase === "offline" ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isDue, content, phase]);
}

/** Runs one task after the other, also after failed ones. */
function useSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (task) => {
    const result = last.current.then(task);
    last.current = result.catch(() => undefined);
    return result;
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;
