/** Keeps the list of contacts current. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { contactKeys } from "../queries";

/** Interval at which rows and counts are fetched again together, because contacts arrive, deadlines pass and replies are delivered. */
const REFRESH_MS = 10_000;

/** Fetches rows and counts again at the same time, while the page is visible. */
export function useRefresh(isEnabled: boolean): void {
  const cache = useQueryClient();
  const refresh = useEffectEvent(() => {
    if (!isEnabled || document.visibilityState !== "visible") return;
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.board });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
  });
  useEffect(() => {
    const timer = setInterval(() => refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
