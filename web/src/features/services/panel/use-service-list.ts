/** The screen's place in the address: what it shows, what is being edited, and how to get elsewhere. */
import { useMatch, useNavigate, useParams, useSearchParams } from "react-router";

import { paths } from "@/lib/paths";
import { newServicePath, readFilter, servicePath, type ServiceFilter, servicesPath } from "./service-filter";

export interface ServiceList {
  filter: ServiceFilter;
  /** The id of the service that is being edited. */
  opened: string | undefined;
  /** A new one is being written, in this category if it was asked for from there. */
  adding: { category: string | null } | null;
  show: (change: Partial<ServiceFilter>, options?: { replace?: boolean }) => void;
  open: (id: string) => void;
  add: (category?: string) => void;
  close: () => void;
}

export function useServiceList(): ServiceList {
  const [query] = useSearchParams();
  const { id } = useParams();
  const isAdding = useMatch(paths.admin.newService) !== null;
  const navigate = useNavigate();
  const filter = readFilter(query);
  const go = (path: string, replace = false) => void navigate(path, { preventScrollReset: true, replace });
  return {
    filter,
    opened: id,
    adding: isAdding ? { category: query.get("category") } : null,
    show: (change, options) => go(servicesPath({ ...filter, ...change }), options?.replace),
    open: (id) => go(servicePath(id, filter)),
    add: (category) => go(newServicePath(filter, category)),
    close: () => go(servicesPath(filter)),
  };
}
