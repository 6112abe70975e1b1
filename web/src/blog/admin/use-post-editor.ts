/**
 * The life of a text in the editor: kept in the browser at every change, saved by itself while it is a draft, saved by
 * whoever says so, and settled where somebody else was faster.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { ApiError, messageOf } from "../../api/api-error";
import type { Post } from "../../api/types";
import { notify } from "../../kit/notify";
import type { Opened } from "../../kit/opened";
import { type Conflict, saveRecord } from "../../ui/panel/edit/save-record";
import { dropKept, keep, type KeptText, NEW } from "./kept-text";
import { type FieldName, PLAN, plain, type PostFields } from "./post-fields";
import { postKeys } from "./post-queries";
import { AUTOSAVED_POST, createPost, POST } from "./post-record";
import { baseFields, type Base, isAutosavable, isChanged, missing, rebased, withoutPlan } from "./post-text";
import { slugOf } from "./slug";

const PAUSE_MS = 3000;
const RETRY_MS = 10_000;
const FALLBACK = "Tente novamente mais tarde.";

export type Errors = Partial<Record<FieldName, string>>;
export type Work = "none" | "saving" | "autosaving";

/** How the last attempt to save by itself went. */
export type Autosave =
  | { phase: "none" }
  | { phase: "saved"; at: string }
  /** Tried again after a while. */
  | { phase: "offline" }
  /** Up to whoever types, with the server's reason. */
  | { phase: "refused"; reason: string };

export function usePostEditor(opened: Base, kept: KeptText | null) {
  const cache = useQueryClient();
  const [base, setBase] = useState<Base>(kept ? kept.base : opened);
  const [fields, setFields] = useState<PostFields>(kept?.fields ?? baseFields(opened));
  // Until somebody has said that it is to be saved, whatever was saved by itself.
  const [isNew, setNew] = useState(opened === null);
  const [errors, setErrors] = useState<Errors>({});
  const [work, setWork] = useState<Work>("none");
  const [autosave, setAutosave] = useState<Autosave>({ phase: "none" });
  const [conflict, setConflict] = useState<Conflict<Post, PostFields> | null>(null);
  // What is typed while an answer is on its way.
  const typed = useRef(fields);
  const isDirty = isChanged(base, fields);
  const id = base?.value.id ?? NEW;

  useEffect(() => {
    typed.current = fields;
    if (isDirty) keep(id, fields, base);
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

  function settle(after: Opened<Post>, sent: PostFields): void {
    const fieldsNow = rebased(base, after, sent, typed.current);
    if (base === null) {
      // Opened again, the address leads to the post that there is now. The router needn't know: nothing else is shown.
      window.history.replaceState(
        window.history.state,
        "",
        window.location.href.replace(/\/new\b/, `/${after.value.id}`),
      );
      dropKept(NEW);
    }
    typed.current = fieldsNow;
    setBase(after);
    setFields(fieldsNow);
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.history(after.value.id) });
  }

  async function send(mine: PostFields, by_itself: boolean, from: Base = base): Promise<Post | null> {
    if (from === null) {
      const after = await createPost(mine, by_itself);
      settle(after, mine);
      return after.value;
    }
    const outcome = await saveRecord(by_itself ? AUTOSAVED_POST : POST, { base: from, mine });
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

  /** Says whether the server has the text now. */
  async function saveByItself(): Promise<boolean> {
    setWork("autosaving");
    try {
      const saved = await send(withoutPlan(base, fields), true);
      if (saved) setAutosave({ phase: "saved", at: saved.updated_at });
      return saved !== null;
    } catch (error) {
      setAutosave(
        isUnanswered(error) ? { phase: "offline" } : { phase: "refused", reason: messageOf(error, FALLBACK) },
      );
      if (error instanceof ApiError) setErrors(errorsOf(error));
      return false;
    } finally {
      setWork("none");
    }
  }

  /** The post as it is saved, once the list behind shows it too. */
  async function save(mine = fields, from: Base = base): Promise<Post | null> {
    const empty = missing(mine);
    if (empty.length > 0) {
      setErrors(Object.fromEntries(empty.map((name) => [name, "Preencha este campo."])));
      notify.error("Erro ao salvar post", "Preencha os campos obrigatórios: título, slug e conteúdo.");
      focusField(empty[0]);
      return null;
    }
    setWork("saving");
    try {
      const saved = await send(mine, false, from);
      if (saved) {
        setAutosave({ phase: "none" });
        notify.success(isNew ? "Post criado!" : "Post atualizado!", saved.title);
        setNew(false);
        await cache.invalidateQueries({ queryKey: postKeys.lists });
      }
      return saved;
    } catch (error) {
      const fallback = isNew ? "Erro ao criar post" : "Erro ao atualizar post";
      notify.error("Erro ao salvar post", messageOf(error, fallback));
      if (error instanceof ApiError) {
        const found = errorsOf(error);
        setErrors(found);
        focusField((Object.keys(found) as FieldName[])[0]);
      }
      return null;
    } finally {
      setWork("none");
    }
  }

  const isWaiting =
    work === "none" && conflict === null && autosave.phase !== "refused" && isAutosavable(base, fields);
  const run = useEffectEvent(() => void saveByItself());
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
    /** Something that is never saved by itself. */
    hasUnsavedPlan: PLAN.some((name) => plain(fields, name) !== plain(baseFields(base), name)),
    set: (change: Partial<PostFields>) => {
      if (autosave.phase === "refused") setAutosave({ phase: "none" });
      set(change);
    },
    save,
    saveByItself,
    conflict,
    dropConflict: () => setConflict(null),
    /** Goes on from another version, with these fields. */
    goOn: (from: Opened<Post>, mine: PostFields) => {
      setConflict(null);
      typed.current = mine;
      setBase(from);
      setFields(mine);
    },
    /** Gives up what is typed, for what the server has. */
    giveUp: () => {
      dropKept(id);
    },
  };
}

export type PostEditor = ReturnType<typeof usePostEditor>;

const isUnanswered = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

function errorsOf(error: ApiError): Errors {
  return error.code === "slug_taken" ? { slug: error.message } : { ...error.fields };
}

export const fieldId = (name: FieldName) => `post-${name}`;

function focusField(name: FieldName | undefined): void {
  if (name) document.getElementById(fieldId(name))?.focus();
}
