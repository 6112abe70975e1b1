/** What the list shows, as the address says it: every view of it can be linked to and gone back to. */
import type { ContactStatus, Folder } from "../../api/types";
import { paths } from "../../kit/paths";
import { isStatus } from "./status";

export interface ContactFilter {
  search: string;
  status: ContactStatus | null;
  folder: Folder;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export const FOLDERS: readonly { value: Folder; label: string }[] = [
  { value: "inbox", label: "Recebidos" },
  { value: "spam", label: "Suspeitos" },
  { value: "trash", label: "Lixeira" },
];

export function readFilter(query: URLSearchParams): ContactFilter {
  const status = query.get("status");
  return {
    search: query.get("search") ?? "",
    status: isStatus(status) ? status : null,
    folder: FOLDERS.find(({ value }) => value === query.get("folder"))?.value ?? "inbox",
    cursor: query.get("cursor") ?? "",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
export function filterQuery({ search, status, folder, cursor }: ContactFilter): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (status) query.set("status", status);
  if (folder !== "inbox") query.set("folder", folder);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `?${query}` : "";
}

export function isFiltered({ search, status }: ContactFilter): boolean {
  return search !== "" || status !== null;
}

export const contactsPath = (filter: ContactFilter) => paths.admin.contacts + filterQuery(filter);
export const contactPath = (id: string, filter: ContactFilter) =>
  paths.admin.contact(id) + filterQuery(filter);
