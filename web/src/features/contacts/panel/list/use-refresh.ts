/** Keeps the list of contacts current. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

import { contactKeys } from "../queries";

/** Interval at which rows and counts are fetched again together, because contacts arrive, deadlines pass and replies are delivered. */
const REFRESH_MS = 10_000;

/** Matches the fields of the composer in which the user types. */
const TYPED_INTO = "[aria-label=Responder] :is(textarea, input:not([type=file]))";

/**
 * Fetches rows and counts again at the same time, while the page is visible. Rows don't move while the user writes to a contact:
 * then they are fetched once another contact is open, or once a click or a key has moved the focus elsewhere.
 */
export function useRefresh(isEnabled: boolean, openId: string | undefined): void {
  const cache = useQueryClient();
  /** Whether rows are due that weren't fetched because the user was typing. */
  const isDue = useRef(false);
  const refresh = useEffectEvent(() => {
    isDue.current = false;
    if (!isEnabled || document.visibilityState !== "visible") return;
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.board });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (isTyping()) isDue.current = true;
      else refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (isDue.current) refresh();
  }, [openId]);
  useEffect(() => {
    // Not when the focus moves, which is before a click ends: the row under the pointer would move away from it.
    const catchUp = () => {
      if (isDue.current && !isTyping()) refresh();
    };
    document.addEventListener("click", catchUp);
    document.addEventListener("keyup", catchUp);
    return () => {
      document.removeEventListener("click", catchUp);
      document.removeEventListener("keyup", catchUp);
    };
  }, []);
}

function isTyping(): boolean {
  return document.activeElement?.matches(TYPED_INTO) ?? false;
}
