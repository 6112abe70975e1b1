/** The list's place in the address: which users it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { readFilter, type UserFilter, usersPath } from "./user-filter";

export interface UserList {
  filter: UserFilter;
  state: ListState;
  /** Shows other users, from the first page on. */
  show: (change: Partial<UserFilter>, options?: { replace?: boolean }) => void;
  /** Leaves an open window for the list behind it. */
  close: () => void;
}

export function useUserList(): UserList {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const state = readState(useLocation().state);
  const filter = readFilter(query);
  return {
    filter,
    state,
    show: (change, options) => void navigate(usersPath({ ...filter, cursor: "", ...change }), options),
    close: () => void navigate(usersPath(filter), { state, preventScrollReset: true }),
  };
}
