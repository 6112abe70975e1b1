/** What the list shows, as the address says it: every view of it can be linked to and gone back to. */
import { FOLDER_LABELS } from "@/api/labels";
import type { ContactStatus, Folder } from "@/api/types";
import { paths } from "@/lib/paths";
import { isStatus } from "./status";

type ContactOrder = "late_first" | "newest";

export interface ContactFilter {
  search: string;
  status: ContactStatus | null;
  folder: Folder;
  /** `me`, `nobody` or somebody's id; empty for everybody's. */
  assigned: string;
  order: ContactOrder;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export const FOLDERS: readonly { value: Folder; label: string }[] = [
  { value: "inbox", label: FOLDER_LABELS.inbox },
  { value: "spam", label: FOLDER_LABELS.spam },
  { value: "trash", label: FOLDER_LABELS.trash },
];

export const ORDERS: readonly { value: ContactOrder; label: string }[] = [
  { value: "late_first", label: "Atrasados primeiro" },
  { value: "newest", label: "Mais recentes" },
];

/** The list as it is unless something else is asked for. */
export const USUAL: ContactFilter = {
  search: "",
  status: null,
  folder: "inbox",
  assigned: "",
  order: "late_first",
  cursor: "",
};

export function readFilter(query: URLSearchParams): ContactFilter {
  const status = query.get("status");
  return {
    search: query.get("search") ?? "",
    status: isStatus(status) ? status : null,
    folder: FOLDERS.find(({ value }) => value === query.get("folder"))?.value ?? USUAL.folder,
    assigned: query.get("assigned") ?? "",
    order: ORDERS.find(({ value }) => value === query.get("order"))?.value ?? USUAL.order,
    cursor: query.get("cursor") ?? "",
  };
}

/** What the address has after the '?'; what is as usual is left out. */
export function filterQuery({ search, status, folder, assigned, order, cursor }: ContactFilter): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (status) query.set("status", status);
  if (folder !== USUAL.folder) query.set("folder", folder);
  if (assigned) query.set("assigned", assigned);
  if (order !== USUAL.order) query.set("order", order);
  if (cursor) query.set("cursor", cursor);
  return query.size > 0 ? `?${query}` : "";
}

export function isFiltered({ search, status, assigned }: ContactFilter): boolean {
  return search !== "" || status !== null || assigned !== "";
}

/** What takes every filter away, and leaves folder and order. */
export const UNFILTERED = { search: "", status: null, assigned: "" } as const;

export const contactsPath = (filter: ContactFilter) => paths.admin.contacts + filterQuery(filter);
export const contactPath = (id: string, filter: ContactFilter) =>
  paths.admin.contact(id) + filterQuery(filter);
