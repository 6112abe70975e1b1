/** Sends a post to the server: creates it once, even if the request is repeated, and updates it afterward. */
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
import { type Attempt, NEW_POST_ID, removePostDraft, writePostDraft } from "./local-draft";
import { createPost, isAutosavable, isChanged, postRecord, withoutSchedule } from "./record";

type PostRecord = ReturnType<typeof useVersionedRecord<Post, PostFormFields>>;

/** Returns `send`, which creates or updates the post. `stored` is an unanswered request from an earlier visit. */
export function usePostSending(record: PostRecord, read: () => PostFormFields, stored: Attempt | null) {
  const cache = useQueryClient();
  const attempt = useRef(stored);
  const isDiscarded = useRef(false);

  function settle(saved: Versioned<Post>, sent: PostFormFields): void {
    if (isDiscarded.current) return;
    if (record.currentBase() === null) {
      showPostUrl(saved.value.id);
      removePostDraft(NEW_POST_ID);
    }
    record.settle(saved, sent);
    void cache.invalidateQueries({ queryKey: postKeys.lists });
    void cache.invalidateQueries({ queryKey: postKeys.history(saved.value.id) });
  }

  /** Sets the unanswered request, also in the stored draft, so that a reload repeats it only if it is unanswered. */
  function storeAttempt<T extends Attempt | null>(next: T): T {
    attempt.current = next;
    if (!isDiscarded.current) writePostDraft(NEW_POST_ID, { fields: read(), base: null, attempt: next });
    return next;
  }

  /** Creates the post. An earlier request without an answer is repeated with its own key and fields instead of `mine`. */
  async function create(mine: PostFormFields, isAutosave: boolean): Promise<Versioned<Post>> {
    const { key, fields } = attempt.current ?? storeAttempt({ key: newKey(), fields: mine });
    const sent = isAutosave ? withoutSchedule(null, fields) : fields;
    try {
      const saved = await createPost(withShownDates(sent), isAutosave, key);
      attempt.current = null;
      settle(saved, sent);
      return saved;
    } catch (error) {
      if (isFinal(error)) storeAttempt(null);
      throw error;
    }
  }

  async function send(isAutosave: boolean): Promise<Outcome<Post>> {
    const base = record.currentBase();
    const mine = isAutosave ? withoutSchedule(base, read()) : read();
    if (base === null) {
      const isRepeated = attempt.current !== null;
      const saved = await create(mine, isAutosave);
      const hasUnsent = isAutosave ? isAutosavable : isChanged;
      // The repeated request lacks the changes made after it.
      if (isRepeated && hasUnsent(record.currentBase(), read())) return send(isAutosave);
      return { status: "saved", saved, isMerged: false };
    }
    const outcome = await saveRecord(postRecord(isAutosave), { base, mine });
    if (outcome.status === "saved") settle(outcome.saved, mine);
    return outcome;
  }

  return { send, attempt, isDiscarded };
}

/** Replaces `new` in the browser's address with the id of the created post. The router would open another editor instead. */
function showPostUrl(id: string): void {
  const url = window.location.href.replace(/\/new\b/, `/${id}`);
  window.history.replaceState(window.history.state, "", url);
}

/** Returns whether the server refused the content of a request, so that repeating the same request can't succeed. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && !isOutcomeUnknown(error) && ![401, 403, 429].includes(error.status);
