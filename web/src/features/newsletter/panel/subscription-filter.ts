/** What the list of subscriptions shows, as the address says it. */
import type { SubscriptionStatus } from "@/api/types";
import { paths } from "@/lib/paths";
import { isStatus } from "./status";

export interface SubscriptionFilter {
  search: string;
  status: SubscriptionStatus | null;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export function readFilter(query: URLSearchParams): SubscriptionFilter {
  const status = query.get("status");
  return {
    search: query.get("search") ?? "",
    status: isStatus(status) ? status : null,
    cursor: query.get("cursor") ?? "",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
export function filterQuery({ search, status, cursor }: SubscriptionFilter): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (status) query.set("status", status);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `?${query}` : "";
}

/** A filter as the server takes it: without what it assumes anyway. */
export function serverFilter({ search, status }: SubscriptionFilter) {
  return { ...(search && { search }), ...(status && { status }) };
}

export const subscriptionsPath = (filter: SubscriptionFilter) => paths.admin.newsletter + filterQuery(filter);
