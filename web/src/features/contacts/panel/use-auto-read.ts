import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { markRead } from "./contact-changes";
import type { ContactRecord } from "./contact-queries";

/**
 * Sets a new contact to read, once for each time it is opened: someone who sets it back to new means it. A suspected one
 * that turns out to be a person comes to the inbox as the new one that it is.
 * `record` is what the server has said since then, not what was remembered.
 */
export function useAutoRead(record: ContactRecord | undefined): void {
  const cache = useQueryClient();
  const done = useRef(false);
  useEffect(() => {
    if (!record || done.current) return;
    done.current = true;
    const { status, deleted_at, quarantined } = record.contact;
    if (status === "new" && deleted_at === null && !quarantined) void markRead(cache, record);
  }, [cache, record]);
}
