/** What the list of users shows, as the address says it. */
import type { Role } from "@/api/types";
import { paths } from "@/lib/paths";
import { isRole } from "./role";

export interface UserFilter {
  search: string;
  role: Role | null;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export function readFilter(query: URLSearchParams): UserFilter {
  const role = query.get("role");
  return {
    search: query.get("search") ?? "",
    role: isRole(role) ? role : null,
    cursor: query.get("cursor") ?? "",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
export function filterQuery({ search, role, cursor }: UserFilter): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (role) query.set("role", role);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `?${query}` : "";
}

export function isFiltered({ search, role }: UserFilter): boolean {
  return search !== "" || role !== null;
}

export const usersPath = (filter: UserFilter) => paths.admin.users + filterQuery(filter);
export const newUserPath = (filter: UserFilter) => paths.admin.newUser + filterQuery(filter);
export const invitePath = (filter: UserFilter) => paths.admin.inviteUser + filterQuery(filter);
export const userPath = (id: string, filter: UserFilter) => paths.admin.user(id) + filterQuery(filter);
