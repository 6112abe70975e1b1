/** Statuses, folders and orders of contacts, and the filter of their list. */
import { CONTACT_STATUS_LABELS, FOLDER_LABELS } from "@/api/labels";
import type { ContactStatus, Folder } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import { choice, defineList, type FilterOf, text } from "@/panel/list/list-codec";

/** The statuses with label and color, in the order in which a contact usually passes through them. */
export const STATUSES: readonly { value: ContactStatus; label: string; tone: Tone }[] = [
  { value: "new", label: CONTACT_STATUS_LABELS.new, tone: "info" },
  { value: "read", label: CONTACT_STATUS_LABELS.read, tone: "neutral" },
  { value: "replied", label: CONTACT_STATUS_LABELS.replied, tone: "success" },
  { value: "archived", label: CONTACT_STATUS_LABELS.archived, tone: "warning" },
];

export function isStatus(value: string | null): value is ContactStatus {
  return STATUSES.some((status) => status.value === value);
}

export const FOLDERS: readonly { value: Folder; label: string }[] = [
  { value: "inbox", label: FOLDER_LABELS.inbox },
  { value: "spam", label: FOLDER_LABELS.spam },
  { value: "trash", label: FOLDER_LABELS.trash },
];

export const ORDERS = [
  { value: "late_first", label: "Atrasados primeiro" },
  { value: "newest", label: "Mais recentes" },
] as const;

/** The filter of the list. `assigned` is `me`, `nobody`, the id of a user, or empty for all contacts. */
export const CONTACTS = defineList(panelPaths.contacts, {
  filters: { search: text(), status: choice(STATUSES), assigned: text() },
  view: { folder: choice(FOLDERS, "inbox"), order: choice(ORDERS, "late_first") },
  part: "folder",
});
export type ContactFilter = FilterOf<typeof CONTACTS>;
