/** Statuses, views and orders of contacts, and the filter of their list. */
import { CONTACT_CHANNEL_LABELS, CONTACT_STATUS_LABELS, CONTACT_VIEW_LABELS } from "@/api/labels";
import type { Channel, ContactListView, ContactsLayout, ContactStatus } from "@/api/types";
import { STAGES } from "@/features/contacts/panel/stages/stages";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import { choice, day, defineList, type FilterOf, text } from "@/panel/list/list-codec";

/** The statuses with label and color, in the order in which a contact usually passes through them. */
export const STATUSES: readonly { value: ContactStatus; label: string; tone: Tone }[] = [
  { value: "new", label: CONTACT_STATUS_LABELS.new, tone: "info" },
  { value: "read", label: CONTACT_STATUS_LABELS.read, tone: "neutral" },
  { value: "replied", label: CONTACT_STATUS_LABELS.replied, tone: "success" },
  { value: "archived", label: CONTACT_STATUS_LABELS.archived, tone: "neutral" },
];

export function isStatus(value: string | null): value is ContactStatus {
  return STATUSES.some((status) => status.value === value);
}

/** Name of the dialogs of the screen, for `useDialog`. */
export const DIALOGS = "contacts";
export type ContactsDialog = "new" | "import";

const ORDERED_VIEWS = [
  "waiting",
  "late",
  "mine",
  "next_steps",
  "unassigned",
  "new",
  "all",
  "spam",
  "trash",
] as const;

export const VIEWS: readonly { value: ContactListView; label: string }[] = ORDERED_VIEWS.map((value) => ({
  value,
  label: CONTACT_VIEW_LABELS[value],
}));

export const CHANNELS = (Object.keys(CONTACT_CHANNEL_LABELS) as Channel[]).map((value) => ({
  value,
  label: CONTACT_CHANNEL_LABELS[value],
}));

/** The views of the board, which never shows suspected and deleted contacts. */
export const BOARD_VIEWS = VIEWS.filter(({ value }) => value !== "spam" && value !== "trash");

export const ORDERS = [
  { value: "late_first", label: "Atrasados primeiro" },
  { value: "newest", label: "Mais recentes" },
] as const;

/** Views with one order, whichever is chosen. */
export const UNORDERED_VIEWS: readonly ContactListView[] = ["next_steps", "spam", "trash"];

/** The layouts as the address names them: a list beside the open contact, a table with dialogs, and a board with dialogs. */
export const LAYOUTS = [
  { value: "conversa", label: "Conversa" },
  { value: "tabela", label: "Tabela" },
  { value: "quadro", label: "Quadro" },
] as const;
export type Layout = (typeof LAYOUTS)[number]["value"];

export const LAYOUT_PREFERENCES: Readonly<Record<Layout, ContactsLayout>> = {
  conversa: "conversation",
  tabela: "table",
  quadro: "board",
};

/** Returns the layout of a preference. */
export const preferredLayout = (preference: ContactsLayout): Layout =>
  LAYOUTS.find(({ value }) => LAYOUT_PREFERENCES[value] === preference)?.value ?? "conversa";

/**
 * The filter of the list. `assigned` is `me`, `nobody`, the id of a user, or empty for all contacts. `source` is the source of a
 * visit as the server names it. `visao` is null if the user's preference decides; the product description defines its name.
 * `closed` is `all` if the board shows contacts with old outcomes, too.
 */
export const CONTACTS = defineList(panelPaths.contacts, {
  filters: {
    search: text(),
    status: choice(STATUSES),
    assigned: text(),
    service: text(),
    source: text(),
    channel: choice(CHANNELS),
    campaign: text(),
    stage: choice(STAGES),
    from: day(),
    to: day(),
  },
  view: {
    view: choice(VIEWS, "all"),
    order: choice(ORDERS, "late_first"),
    visao: choice(LAYOUTS),
    closed: choice([{ value: "all" }]),
  },
  part: "view",
});
export type ContactFilter = FilterOf<typeof CONTACTS>;
