/** Keeps the list of contacts current. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import type { Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import { contactKeys } from "../queries";

/** Interval at which rows and counts are fetched again together, because contacts arrive and deadlines pass. */
const REFRESH_MS = 60_000;
/** The same, while a listed reply is queued. */
const DELIVERY_MS = 10_000;

/** Fetches rows and counts again at the same time, while the page is visible. */
export function useRefresh(isEnabled: boolean): void {
  const cache = useQueryClient();
  const refresh = useEffectEvent((elapsed: number) => {
    if (!isEnabled || document.visibilityState !== "visible") return;
    if (elapsed % REFRESH_MS !== 0 && !isAnyQueued(cache)) return;
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.board });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
  });
  useEffect(() => {
    let elapsed = 0;
    const timer = setInterval(() => refresh((elapsed += DELIVERY_MS)), DELIVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Returns whether a reply to a listed contact is queued. */
function isAnyQueued(cache: QueryClient): boolean {
  const pages = cache.getQueriesData<Page<Contact>>({ queryKey: contactKeys.lists, type: "active" });
  return pages.some(([, page]) => page?.items.some(({ delivery }) => delivery === "queued"));
}
