/** The state of the services screen in its URL: search, folder and opened service. Also filters and groups the services. */
import { useMatch, useNavigate, useParams, useSearchParams } from "react-router";

import type { Service } from "@/api/types";
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { CATEGORIES, pageOf } from "./categories";

export interface ServiceFilter {
  search: string;
  folder: "services" | "trash";
}

export const DEFAULT_FILTER: ServiceFilter = { search: "", folder: "services" };

function readFilter(query: URLSearchParams): ServiceFilter {
  return {
    search: query.get("search") ?? "",
    folder: query.get("folder") === "trash" ? "trash" : "services",
  };
}

/** Returns the query string without default values. */
function filterQuery({ search, folder }: ServiceFilter, category?: string): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (folder === "trash") query.set("folder", folder);
  if (category) query.set("category", category);
  return query.size > 0 ? `?${query}` : "";
}

export const servicesPath = (filter: ServiceFilter) => panelPaths.services + filterQuery(filter);
export const servicePath = (id: string, filter: ServiceFilter) =>
  panelPaths.service(id) + filterQuery(filter);
export const newServicePath = (filter: ServiceFilter, category?: string) =>
  panelPaths.newService + filterQuery(filter, category);

export interface Group {
  category: (typeof CATEGORIES)[number]["value"];
  services: Service[];
}

/**
 * Returns the categories with their services, ordered by position. A search leaves only the services that match it or have
 * the id `opened`, and only categories with such services.
 */
export function groupsOf(services: readonly Service[], search: string, opened = ""): Group[] {
  const wanted = fold(search);
  const isShown = (service: Service) => service.id === opened || searchedText(service).includes(wanted);
  const groups = CATEGORIES.map(({ value }) => ({
    category: value,
    services: services.filter(({ category }) => category === value).sort(byPosition),
  }));
  if (wanted === "") return groups;
  return groups
    .map((group) => ({ ...group, services: group.services.filter(isShown) }))
    .filter((group) => group.services.length > 0);
}

function byPosition(one: Service, other: Service): number {
  return (
    one.position - other.position || compare(one.created_at, other.created_at) || compare(one.id, other.id)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function searchedText(service: Service): string {
  const { title, description, features, category } = service;
  return fold([title, description, ...features, category, pageOf(service).label].join(" "));
}

export interface ServiceList {
  filter: ServiceFilter;
  /** Id of the service that is being edited; undefined if there is none. */
  opened: string | undefined;
  /** The new service that is being written, with the category from the URL; null if there is none. */
  adding: { category: string | null } | null;
  show: (change: Partial<ServiceFilter>, options?: { replace?: boolean }) => void;
  open: (id: string) => void;
  add: (category?: string) => void;
  close: () => void;
}

export function useServiceList(): ServiceList {
  const [query] = useSearchParams();
  const { id } = useParams();
  const isAdding = useMatch(panelPaths.newService) !== null;
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
    close: () => go(servicesPath(filter), true),
  };
}
