/** Columns of the audit log. */
import type { AuditEvent } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { formatDateTime } from "@/panel/format";
import type { Cards, RecordColumn } from "@/panel/list/record-list";
import { RowLink } from "@/panel/list/row-link";
import { AUDIT } from "./queries";
import { who } from "./labels";

export const CARDS: Cards = { narrow: '"who date" "what what" / minmax(0, 1fr) auto' };

export const COLUMNS: RecordColumn<AuditEvent>[] = [
  {
    id: "date",
    header: "Quando",
    cell: ({ row: { original: event } }) => (
      <time dateTime={event.created_at}>{formatDateTime(event.created_at)}</time>
    ),
    meta: { width: "8.5rem", className: "@max-table:text-xs" },
  },
  {
    id: "who",
    header: "Quem",
    cell: ({ row: { original: event } }) => <span title={who(event)}>{who(event)}</span>,
    meta: { width: "minmax(9rem, 17rem)" },
  },
  {
    id: "what",
    header: "O que fez",
    cell: ({ row: { original: event } }) => (
      <RowLink
        codec={AUDIT}
        id={String(event.sequence)}
        path={panelPaths.auditEvent(event.sequence)}
        className={
          ALERTS.has(event.action)
            ? "text-danger wrap-anywhere whitespace-normal"
            : "wrap-anywhere whitespace-normal"
        }
      >
        {event.summary} {event.label && <b className="font-semibold">{event.label}</b>}
      </RowLink>
    ),
    meta: { width: "minmax(12rem, 1fr)", className: "overflow-visible" },
  },
  {
    id: "ip",
    header: "Endereço IP",
    cell: ({ row: { original: event } }) => event.ip ?? "—",
    meta: { width: "9rem" },
  },
];

/** Actions that an administrator should notice. */
const ALERTS: ReadonlySet<string> = new Set(["account.sign_in_failed", "account.access_denied"]);
