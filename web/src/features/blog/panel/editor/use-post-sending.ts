/** Sends a post: creates it once, even if the request is repeated, and saves versions of it afterwards. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { ApiError } from "@/api/api-error";
import { isOutcomeUnknown } from "@/api/error-checks";
import type { Post } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { type PostFormFields, withShownDates } from "@/features/blog/panel/fields";
import { postKeys } from "@/features/blog/panel/queries";
import { newKey } from "@/lib/new-key";
import type { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { type Outcome, saveRecord } from "@/panel/edit/versioned-record";
import { type Attempt, NEW, removePostDraft, writePostDraft } from "./local-draft";
import { createPost, isAutosavable, isChanged, postRecord, withoutSchedule } from "./record";

type PostRecord = ReturnType<typeof useVersionedRecord<Post, PostFormFields>>;

/** `stored` is an unanswered request of an earlier visit. */
export function usePostSending(record: PostRecord, read: () => PostFormFields, stored: Attempt | null) {
  const cache = useQueryClient();
  const attempt = useRef(stored);
  const isDiscarded = useRef(false);

  function settle(saved: Versioned<Post>, sent: PostFormFields): void {
    if (isDiscarded.current) return;
    if (record.currentBase() === null) {
      showPostUrl(saved.value.id);
      removePostDraft(NEW);
    }
    record.settle(saved, sent);
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.history(saved.value.id) });
  }

  /** Repeats the request of an earlier attempt as long as its answer is unknown. */
  async function create(mine: PostFormFields, isAutosave: boolean): Promise<Versioned<Post>> {
    if (attempt.current === null) {
      attempt.current = { key: newKey(), fields: mine };
      writePostDraft(NEW, { fields: read(), base: null, attempt: attempt.current });
    }
    const { key, fields } = attempt.current;
    const sent = isAutosave ? withoutSchedule(null, fields) : fields;
    try {
      const saved = await createPost(withShownDates(sent), isAutosave, key);
      attempt.current = null;
      settle(saved, sent);
      return saved;
    } catch (error) {
      if (isFinal(error)) attempt.current = null;
      throw error;
    }
  }

  async function send(isAutosave: boolean): Promise<Outcome<Post>> {
    const base = record.currentBase();
    const mine = isAutosave ? withoutSchedule(base, read()) : read();
    if (base === null) {
      const isRepeated = attempt.current !== null;
      const saved = await create(mine, isAutosave);
      const isComplete = !(isAutosave ? isAutosavable : isChanged)(record.currentBase(), read());
      return isRepeated && !isComplete ? send(isAutosave) : { status: "saved", saved, isMerged: false };
    }
    const outcome = await saveRecord(postRecord(isAutosave), { base, mine });
    if (outcome.status === "saved") settle(outcome.saved, mine);
    return outcome;
  }

  return { send, attempt, isDiscarded };
}

/** Shows the address of a saved new post. Not by the router, which would open another editor. */
function showPostUrl(id: string): void {
  const url = window.location.href.replace(/\/new\b/, `/${id}`);
  window.history.replaceState(window.history.state, "", url);
}

/** Returns whether the server refused a request for its content, so that repeating it can't succeed. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && !isOutcomeUnknown(error) && ![401, 403, 429].includes(error.status);
