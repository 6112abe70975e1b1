/** The list's place in the address. */
import { useSearchParams } from "react-router";

import { paths } from "@/lib/paths";
import { isState } from "./mail-state";
import type { OutboxFilter } from "./outbox-queries";

export function useOutboxFilter(): OutboxFilter {
  const [query] = useSearchParams();
  const state = query.get("state");
  return { state: isState(state) ? state : null, cursor: query.get("cursor") ?? "" };
}

export function outboxPath({ state, cursor }: OutboxFilter): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(cursor && { cursor }) }).toString();
  return query ? `${paths.admin.outbox}?${query}` : paths.admin.outbox;
}
