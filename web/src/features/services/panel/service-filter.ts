/** What the screen shows, as the address says it, and which services that is. */
import type { Service } from "@/api/types";
import { fold } from "@/lib/fold";
import { paths } from "@/lib/paths";
import { CATEGORIES, pageOf } from "./categories";

export interface ServiceFilter {
  search: string;
  folder: "services" | "trash";
}

export const EVERYTHING: ServiceFilter = { search: "", folder: "services" };

export function readFilter(query: URLSearchParams): ServiceFilter {
  return {
    search: query.get("search") ?? "",
    folder: query.get("folder") === "trash" ? "trash" : "services",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
function filterQuery({ search, folder }: ServiceFilter, category?: string): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (folder === "trash") query.set("folder", folder);
  if (category) query.set("category", category);
  return query.size > 0 ? `?${query}` : "";
}

export const servicesPath = (filter: ServiceFilter) => paths.admin.services + filterQuery(filter);
export const servicePath = (id: string, filter: ServiceFilter) =>
  paths.admin.service(id) + filterQuery(filter);
export const newServicePath = (filter: ServiceFilter, category?: string) =>
  paths.admin.newService + filterQuery(filter, category);

export interface Group {
  category: (typeof CATEGORIES)[number]["value"];
  services: Service[];
}

/** The categories with their services in order, without those that the search doesn't find. */
export function groupsOf(services: readonly Service[], search: string, opened = ""): Group[] {
  const wanted = fold(search);
  const isShown = (service: Service) => service.id === opened || textOf(service).includes(wanted);
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

function textOf(service: Service): string {
  const { title, description, features, category } = service;
  return fold([title, description, ...features, category, pageOf(service).label].join(" "));
}
