/** The list's place in the address: which subscriptions it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { readFilter, type SubscriptionFilter, subscriptionsPath } from "./subscription-filter";

export interface SubscriptionList {
  filter: SubscriptionFilter;
  state: ListState;
  /** Shows other subscriptions, from the first page on. */
  show: (change: Partial<SubscriptionFilter>, options?: { replace?: boolean }) => void;
}

export function useSubscriptionList(): SubscriptionList {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  return {
    filter,
    state: readState(useLocation().state),
    show: (change, options) =>
      void navigate(subscriptionsPath({ ...filter, cursor: "", ...change }), options),
  };
}
