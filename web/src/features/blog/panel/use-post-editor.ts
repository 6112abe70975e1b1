/**
 * The life of a text in the editor: kept in the browser at every change, saved by itself while it is a draft, saved by
 * whoever says so, and settled where somebody else was faster.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { serverMessageOf } from "@/api/client";
import type { Post } from "@/api/types";
import { newKey } from "@/lib/new-key";
import { notify } from "@/lib/notify";
import type { Opened } from "@/lib/opened";
import { type Conflict, saveRecord } from "@/panel/edit/save-record";
import { type Attempt, dropKept, keep, type KeptText, NEW } from "./kept-text";
import { BLANK, type FieldName, type PostFields, withShownDates } from "./post-fields";
import { type Errors, errorsOf, faultsOf, focusFirst, planErrors, unreadableDates } from "./post-errors";
import { postKeys } from "./post-queries";
import { AUTOSAVED_POST, createPost, POST } from "./post-record";
import {
  baseFields,
  type Base,
  isAutosavable,
  isChanged,
  isPlanChanged,
  missing,
  rebased,
  withoutPlan,
} from "./post-text";
import { useProposedAuthor } from "./proposed-author";
import { slugOf } from "./slug";
import { COVER_ADDRESS, useTypedCover } from "./typed-cover";
import { useTurns } from "./use-serial-queue";

const PAUSE_MS = 3000;
const RETRY_MS = 10_000;
const FALLBACK = "Tente novamente mais tarde.";
const EMPTY = "Preencha os campos obrigatórios: título, slug e conteúdo.";
const GONE = "Outra pessoa excluiu este post agora.";

type Work = "none" | "saving" | "autosaving";

/** How the last attempt to save by itself went. */
type Autosave =
  | { phase: "none" }
  | { phase: "saved"; at: string }
  /** Tried again after a while. */
  | { phase: "offline" }
  /** Up to whoever types, with the server's reason. */
  | { phase: "refused"; reason: string };

export function usePostEditor(opened: Base, kept: KeptText | null) {
  const cache = useQueryClient();
  const [base, setBase] = useState<Base>(kept ? kept.base : opened);
  const author = useProposedAuthor();
  const [fields, setFields] = useState<PostFields>(
    kept?.fields ?? (opened ? baseFields(opened) : { ...BLANK, author }),
  );
  // Until somebody has said that it is to be saved, whatever was saved by itself.
  const [isNew, setNew] = useState(opened === null);
  const [isGone, setGone] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [work, setWork] = useState<Work>("none");
  const [autosave, setAutosave] = useState<Autosave>({ phase: "none" });
  const [conflict, setConflict] = useState<Conflict<Post, PostFields> | null>(null);
  // As of now: what waited for an answer was begun with what there was before it.
  const latest = useRef({ base, fields });
  const attempt = useRef<Attempt | null>(kept?.attempt ?? null);
  const isGivenUp = useRef(false);
  const inTurn = useTurns();
  const cover = useTypedCover();
  const isDirty = isChanged(base, fields);
  const id = base?.value.id ?? NEW;

  useEffect(() => {
    latest.current = { base, fields };
    if (isDirty) keep(id, { fields, base, attempt: attempt.current });
    else dropKept(id);
  }, [id, fields, base, isDirty]);

  function set(change: Partial<PostFields>): void {
    const names = Object.keys(change) as FieldName[];
    setFields((before) => {
      const after = { ...before, ...change };
      // Until it is out in the world an address follows the title.
      return change.title === undefined || base?.value.published_at
        ? after
        : { ...after, slug: slugOf(change.title) };
    });
    const mended = new Set<string>(names.includes("title") ? [...names, "slug"] : names);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !mended.has(name))));
  }

  /** Makes a typed address the featured image. Returns false if it is invalid. */
  function takeCover(): boolean {
    const featured_image = cover.take();
    if (!featured_image) return featured_image !== null;
    // A save may follow before the next render.
    latest.current = { ...latest.current, fields: { ...latest.current.fields, featured_image } };
    set({ featured_image });
    return true;
  }

  /** Goes on from another version, with these fields. */
  function goOn(from: Opened<Post>, mine: PostFields): void {
    latest.current = { base: from, fields: mine };
    setBase(from);
    setFields(mine);
  }

  function settle(after: Opened<Post>, sent: PostFields): void {
    if (isGivenUp.current) return;
    const { base: before, fields: typed } = latest.current;
    if (before === null) {
      // Opened again, the address leads to the post that there is now. The router needn't know: nothing else is shown.
      window.history.replaceState(
        window.history.state,
        "",
        window.location.href.replace(/\/new\b/, `/${after.value.id}`),
      );
      dropKept(NEW);
    }
    goOn(after, rebased(before, after, sent, typed));
    setGone(false);
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.history(after.value.id) });
  }

  /** While an answer that was lost leaves open whether there is a post, the same is asked again. */
  async function create(mine: PostFields, by_itself: boolean): Promise<Post> {
    if (attempt.current === null) {
      attempt.current = { key: newKey(), fields: mine };
      keep(NEW, { ...latest.current, attempt: attempt.current });
    }
    const { key, fields: first } = attempt.current;
    const sent = by_itself ? withoutPlan(null, first) : first;
    try {
      const after = await createPost(withShownDates(sent), by_itself, key);
      attempt.current = null;
      settle(after, sent);
      return after.value;
    } catch (error) {
      if (isDecided(error)) attempt.current = null;
      throw error;
    }
  }

  async function send(by_itself: boolean): Promise<Post | null> {
    const { base: from, fields: typed } = latest.current;
    const mine = by_itself ? withoutPlan(from, typed) : typed;
    if (from === null) {
      const isRepeated = attempt.current !== null;
      const post = await create(mine, by_itself);
      const { base: now, fields: rest } = latest.current;
      const hasMore = by_itself ? isAutosavable(now, rest) : isChanged(now, rest);
      return isRepeated && hasMore ? send(by_itself) : post;
    }
    const kind = by_itself ? AUTOSAVED_POST : POST;
    const outcome = await saveRecord(kind, { base: from, mine: withShownDates(mine) });
    if (outcome.status === "conflict") {
      if (by_itself) {
        setAutosave({
          phase: "refused",
          reason: "Outra pessoa alterou o mesmo campo. Ao salvar, você escolhe o que fica.",
        });
      } else {
        setConflict(outcome);
      }
      return null;
    }
    settle(outcome.opened, mine);
    return outcome.opened.value;
  }

  /** Says what to tell of it. */
  function fail(error: unknown, fallback: string): string {
    if (error instanceof ApiError) setErrors((before) => ({ ...planErrors(before), ...errorsOf(error) }));
    if (!isNotFound(error)) return serverMessageOf(error, fallback);
    setGone(latest.current.base !== null);
    return GONE;
  }

  /** Says whether the server has the text now. */
  async function saveByItself(): Promise<boolean> {
    if (isGivenUp.current || !isAutosavable(latest.current.base, latest.current.fields)) return false;
    setWork((before) => (before === "saving" ? before : "autosaving"));
    try {
      const saved = await send(true);
      if (saved) {
        setAutosave({ phase: "saved", at: saved.updated_at });
        setErrors(planErrors);
      }
      return saved !== null;
    } catch (error) {
      const reason = fail(error, FALLBACK);
      setAutosave(isUnanswered(error) ? { phase: "offline" } : { phase: "refused", reason });
      return false;
    } finally {
      setWork((before) => (before === "autosaving" ? "none" : before));
    }
  }

  /** The post as it is saved, once the list behind shows it too. */
  async function saveByHand(): Promise<Post | null> {
    const hasCover = takeCover();
    const faults = faultsOf(latest.current.fields);
    if (!hasCover || Object.keys(faults).length > 0) {
      const isEmpty = missing(latest.current.fields).length > 0;
      setErrors(faults);
      notify.error("Erro ao salvar post", isEmpty ? EMPTY : "Verifique os campos destacados.");
      if (Object.keys(faults).length > 0) focusFirst(faults);
      else document.getElementById(COVER_ADDRESS)?.focus();
      return null;
    }
    try {
      const saved = await send(false);
      if (saved) {
        setAutosave({ phase: "none" });
        setErrors({});
        notify.success(isNew ? "Post criado!" : "Post atualizado!", saved.title);
        setNew(false);
        await cache.invalidateQueries({ queryKey: postKeys.lists });
      }
      return saved;
    } catch (error) {
      const fallback = isNew ? "Erro ao criar post" : "Erro ao atualizar post";
      notify.error("Erro ao salvar post", fail(error, fallback));
      if (error instanceof ApiError) focusFirst(errorsOf(error));
      return null;
    }
  }

  function save(): Promise<Post | null> {
    setWork("saving");
    return inTurn(saveByHand).finally(() => setWork("none"));
  }

  /** Saves on the way out what may be saved by itself, and says whether nothing is lost by leaving. */
  async function putAway(): Promise<boolean> {
    if (!takeCover()) return false;
    const { base, fields } = latest.current;
    if (unreadableDates(fields).length > 0) return false;
    return !isChanged(base, fields) || (!isPlanChanged(base, fields) && (await saveByItself()));
  }

  const isWaiting =
    work === "none" && conflict === null && autosave.phase !== "refused" && isAutosavable(base, fields);
  const run = useEffectEvent(() => void inTurn(saveByItself));
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => run(), autosave.phase === "offline" ? RETRY_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, fields, autosave.phase]);

  return {
    base,
    fields,
    errors,
    work,
    autosave,
    isDirty,
    isNew,
    canAutosave: isAutosavable(base, fields),
    /** Somebody has put it in the trash, where nothing can be saved. */
    isGone,
    /** It is out of there again. */
    restored: () => {
      setGone(false);
      setAutosave({ phase: "none" });
    },
    set: (change: Partial<PostFields>) => {
      if (autosave.phase === "refused") setAutosave({ phase: "none" });
      set(change);
    },
    cover,
    takeCover,
    save,
    putAway: () => inTurn(putAway),
    conflict,
    dropConflict: () => setConflict(null),
    /** Saves another version than the one that was opened, with these fields. */
    saveOver: (from: Opened<Post>, mine: PostFields) => {
      setConflict(null);
      goOn(from, mine);
      return save();
    },
    /** Gives up what is typed, for what the server has. */
    giveUp: () => {
      isGivenUp.current = true;
      dropKept(id);
    },
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether the server has looked at what was sent, and made nothing of it. */
const isDecided = (error: unknown) =>
  error instanceof ApiError && !isUnanswered(error) && ![401, 403, 429].includes(error.status);
