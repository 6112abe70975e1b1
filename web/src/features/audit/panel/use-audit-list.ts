/** The list's place in the address: which events it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { type AuditFilter, auditPath, readFilter } from "./audit-filter";

export interface AuditList {
  filter: AuditFilter;
  state: ListState;
  /** Shows other events, from the first page on. */
  show: (change: Partial<AuditFilter>, options?: { replace?: boolean }) => void;
}

export function useAuditList(): AuditList {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  return {
    filter,
    state: readState(useLocation().state),
    show: (change, options) => void navigate(auditPath({ ...filter, cursor: "", ...change }), options),
  };
}
