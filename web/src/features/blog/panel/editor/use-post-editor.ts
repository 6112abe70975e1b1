/** The state of a post's editor: its fields, saving by hand and automatically, and the draft in the browser's storage. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { isNotFound, isOutcomeUnknown, serverMessageOf } from "@/api/error-checks";
import type { Post } from "@/api/types";
import { BLANK, type PostFormFields } from "@/features/blog/panel/fields";
import { useProposedAuthor } from "@/features/blog/panel/providers";
import { postKeys } from "@/features/blog/panel/queries";
import { notify } from "@/lib/notify";
import type { Choices } from "@/panel/edit/conflict-dialog";
import { deletedText } from "@/panel/edit/record-fields";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { savedText, type VersionedRecord } from "@/panel/edit/versioned-record";
import { focusFirst, invalidDates, localErrors, scheduleErrors, serverErrors } from "./errors";
import { NEW_POST_ID, type PostDraft, removePostDraft, writePostDraft } from "./local-draft";
import {
  type Base,
  baseFields,
  isAutosavable,
  isChanged,
  isScheduleChanged,
  missing,
  POST,
  postRecord,
  rebased,
} from "./record";
import { COVER_ADDRESS, usePostFields } from "./use-post-fields";
import { usePostSending } from "./use-post-sending";

/** Time from the last change until a draft is saved automatically. */
const AUTOSAVE_MS = 3000;
/** Time after which an unanswered autosave is repeated. */
const RETRY_MS = 10_000;
const FIELDS_MISSING = "Preencha os campos obrigatórios: título, slug e conteúdo.";
const DELETED = deletedText(POST.thisOne);
const CONFLICT = "O mesmo campo foi alterado em outro lugar. Ao salvar, você escolhe o que fica.";

const RECORD: VersionedRecord<Post, PostFormFields> = { ...postRecord(false), rebase: rebased };

type Work = "none" | "saving" | "autosaving";

/** Result of the last autosave. */
type Autosave =
  | { phase: "none" }
  | { phase: "saved"; at: string }
  /** The server didn't answer. The autosave is repeated after `RETRY_MS`. */
  | { phase: "offline" }
  /** The server refused it for this reason, in Portuguese. It is repeated after the next change. */
  | { phase: "refused"; reason: string };

export type PostEditor = ReturnType<typeof usePostEditor>;

export function usePostEditor(opened: Base, stored: PostDraft | null) {
  const cache = useQueryClient();
  const form = usePostForm(opened, stored);
  const status = useSaveStatus(form, opened === null);
  const enqueue = useSerialQueue();
  const { base, fields, record, isDirty } = form;
  const { conflict } = record;
  const { work, setWork, autosave, setAutosave } = status;
  const canAutosave = isAutosavable(base, fields);

  function save(): Promise<Post | null> {
    setWork("saving");
    return enqueue(() => saveByHand(form, status, cache)).finally(() => setWork("none"));
  }

  const isWaiting = work === "none" && conflict === null && canAutosave;
  useAutosaveTimer(autosave, isWaiting, fields, () => void enqueue(() => saveAutomatically(form, status)));

  return {
    base,
    fields,
    errors: form.errors,
    work,
    autosave,
    isDirty,
    isNew: status.isNew,
    canAutosave,
    isDeleted: status.isDeleted,
    restored: () => {
      status.setDeleted(false);
      setAutosave({ phase: "none" });
    },
    set: (change: Partial<PostFormFields>) => {
      if (autosave.phase === "refused") setAutosave({ phase: "none" });
      form.set(change, Boolean(record.currentBase()?.value.published_at));
    },
    cover: form.cover,
    takeCover: form.takeCover,
    save,
    saveBeforeLeaving: () => enqueue(() => saveBeforeLeaving(form, status)),
    conflict,
    dismissConflict: record.dismissConflict,
    resolve: (choices: Choices) => {
      record.resolve(choices);
      record.dismissConflict();
      return save();
    },
    discard: form.discard,
  };
}

type PostForm = ReturnType<typeof usePostForm>;

/** The typed fields and the version that they are based on. Both are stored in the browser until the fields are saved. */
function usePostForm(opened: Base, stored: PostDraft | null) {
  const author = useProposedAuthor();
  const typed = usePostFields(() => stored?.fields ?? (opened ? baseFields(opened) : { ...BLANK, author }));
  const { fields, read } = typed;
  const record = useVersionedRecord<Post, PostFormFields>({
    record: RECORD,
    opened: stored ? stored.base : opened,
    store: { read, show: (_, next) => typed.show(next) },
    localDraft: null,
  });
  const { base } = record;
  const { send, attempt, isDiscarded } = usePostSending(record, read, stored?.attempt ?? null);
  const isDirty = isChanged(base, fields);
  const id = base?.value.id ?? NEW_POST_ID;

  useEffect(() => {
    if (isDiscarded.current) return;
    if (isDirty) writePostDraft(id, { fields, base, attempt: attempt.current });
    else removePostDraft(id);
  }, [id, fields, base, isDirty, attempt, isDiscarded]);

  /** Removes the local draft and prevents further saves. */
  function discard(): void {
    isDiscarded.current = true;
    removePostDraft(id);
  }

  return { ...typed, record, base, isDirty, send, isDiscarded, discard };
}

type SaveStatus = ReturnType<typeof useSaveStatus>;

/** Whether the post is being saved, and how the last save ended. */
function useSaveStatus({ record, setErrors }: PostForm, isCreating: boolean) {
  // A new post stays new until it is saved by hand.
  const [isNew, setNew] = useState(isCreating);
  // Whether another person has deleted the post, which can't be saved then.
  const [isDeleted, setDeleted] = useState(false);
  const [work, setWork] = useState<Work>("none");
  const [autosave, setAutosave] = useState<Autosave>({ phase: "none" });

  /** Shows the field errors of a failed save, or that the post was deleted. Returns the reason of the failure. */
  function fail(error: unknown, fallback?: string): string {
    if (error instanceof ApiError)
      setErrors((before) => ({ ...scheduleErrors(before), ...serverErrors(error) }));
    if (!isNotFound(error)) return serverMessageOf(error, fallback);
    setDeleted(record.currentBase() !== null);
    return DELETED;
  }

  return { isNew, setNew, isDeleted, setDeleted, work, setWork, autosave, setAutosave, fail };
}

/** Saves a draft automatically, and returns whether the save succeeded. */
async function saveAutomatically(form: PostForm, status: SaveStatus): Promise<boolean> {
  const { record, read, send, isDiscarded, setErrors } = form;
  const { setWork, setAutosave, setDeleted, fail } = status;
  if (isDiscarded.current || !isAutosavable(record.currentBase(), read())) return false;
  setWork((before) => (before === "saving" ? before : "autosaving"));
  try {
    const outcome = await send(true);
    if (outcome.status === "conflict") {
      setAutosave({ phase: "refused", reason: CONFLICT });
      return false;
    }
    setDeleted(false);
    setAutosave({ phase: "saved", at: outcome.saved.value.updated_at });
    setErrors(scheduleErrors);
    return true;
  } catch (error) {
    const reason = fail(error);
    setAutosave(isOutcomeUnknown(error) ? { phase: "offline" } : { phase: "refused", reason });
    return false;
  } finally {
    setWork((before) => (before === "autosaving" ? "none" : before));
  }
}

/** Saves the post and reloads the lists. Returns the saved post, or null if it wasn't saved. */
async function saveByHand(form: PostForm, status: SaveStatus, cache: QueryClient): Promise<Post | null> {
  const { isNew, setNew, setDeleted, setAutosave, fail } = status;
  if (!isValid(form)) return null;
  try {
    const outcome = await form.send(false);
    if (outcome.status === "conflict") {
      form.record.showConflict(outcome);
      return null;
    }
    const { value } = outcome.saved;
    setDeleted(false);
    setAutosave({ phase: "none" });
    form.setErrors({});
    const title = isNew ? "Post criado!" : "Post atualizado!";
    notify.success(title, savedText(outcome.isMerged, value.title));
    setNew(false);
    await cache.invalidateQueries({ queryKey: postKeys.lists });
    return value;
  } catch (error) {
    notify.error("Erro ao salvar post", fail(error, isNew ? "Erro ao criar post" : "Erro ao atualizar post"));
    if (error instanceof ApiError) focusFirst(serverErrors(error));
    return null;
  }
}

/** Saves the changes if an autosave may save them. Returns whether all input is saved, so that leaving loses nothing. */
async function saveBeforeLeaving(form: PostForm, status: SaveStatus): Promise<boolean> {
  const { record, read, takeCover } = form;
  if (!takeCover() || invalidDates(read()).length > 0) return false;
  if (!isChanged(record.currentBase(), read())) return true;
  return !isScheduleChanged(record.currentBase(), read()) && (await saveAutomatically(form, status));
}

/** Returns whether the fields can be sent. Shows the errors of invalid fields and focuses the first of them. */
function isValid({ read, takeCover, setErrors }: PostForm): boolean {
  const hasCover = takeCover();
  const errors = localErrors(read());
  const isInvalid = Object.keys(errors).length > 0;
  if (hasCover && !isInvalid) return true;
  setErrors(errors);
  notify.error(
    "Erro ao salvar post",
    missing(read()).length > 0 ? FIELDS_MISSING : "Verifique os campos destacados.",
  );
  if (isInvalid) focusFirst(errors);
  else document.getElementById(COVER_ADDRESS)?.focus();
  return false;
}

/** While `isWaiting`, calls `save` some time after the last change of `content`, or after an unanswered autosave. */
function useAutosaveTimer({ phase }: Autosave, isWaiting: boolean, content: unknown, save: () => void): void {
  const run = useEffectEvent(save);
  const isEnabled = isWaiting && phase !== "refused";
  useEffect(() => {
    if (!isEnabled) return;
    const timer = setTimeout(() => run(), phase === "offline" ? RETRY_MS : AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [isEnabled, content, phase]);
}

/** Returns a function that runs tasks one after the other. A failed task doesn't stop the next ones. */
function useSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (task) => {
    const result = last.current.then(task);
    last.current = result.catch(() => undefined);
    return result;
  };
}
