/** The list's place in the address: which contacts it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { type ContactFilter, contactsPath, readFilter } from "./contact-filter";

export interface ContactList {
  filter: ContactFilter;
  state: ListState;
  /** Shows other contacts, from the first page on. */
  show: (change: Partial<ContactFilter>, options?: { replace?: boolean }) => void;
}

export function useContactList(): ContactList {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  return {
    filter,
    state: readState(useLocation().state),
    show: (change, options) => void navigate(contactsPath({ ...filter, cursor: "", ...change }), options),
  };
}
