/** What the list of contacts shows, as its address says it. */
import type { ContactStatus, Folder } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import { choice, defineList, type FilterOf, text } from "@/panel/list/list-codec";

/** Every status with its label and color, in the order in which a request usually goes through them. */
export const STATUSES: readonly { value: ContactStatus; label: string; tone: Tone }[] = [
  { value: "new", label: "Novo", tone: "info" },
  { value: "read", label: "Lido", tone: "neutral" },
  { value: "replied", label: "Respondido", tone: "success" },
  { value: "archived", label: "Arquivado", tone: "warning" },
];

export function isStatus(value: string | null): value is ContactStatus {
  return STATUSES.some((status) => status.value === value);
}

export const FOLDERS: readonly { value: Folder; label: string }[] = [
  { value: "inbox", label: "Recebidos" },
  { value: "spam", label: "Suspeitos" },
  { value: "trash", label: "Lixeira" },
];

export const ORDERS = [
  { value: "late_first", label: "Atrasados primeiro" },
  { value: "newest", label: "Mais recentes" },
] as const;

/** `assigned` is `me`, `nobody`, the id of an account, or empty for everyone's contacts. */
export const CONTACTS = defineList(panelPaths.contacts, {
  filters: { search: text(), status: choice(STATUSES), assigned: text() },
  view: { folder: choice(FOLDERS, "inbox"), order: choice(ORDERS, "late_first") },
});
export type ContactFilter = FilterOf<typeof CONTACTS>;
