/** Columns of the audit log. */
import type { AuditEvent } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { formatDateTime } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowLink } from "@/panel/list/row-link";
import { actorOf } from "./labels";
import { AUDIT } from "./queries";

export const CARDS: Cards = { narrow: '"who date" "what what" / minmax(0, 1fr) auto' };

export const COLUMNS: RecordColumn<AuditEvent>[] = [
  column(
    "date",
    "Quando",
    ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    { width: "8.5rem", className: "@max-table:text-xs" },
  ),
  column("who", "Quem", (event) => <span title={actorOf(event)}>{actorOf(event)}</span>, {
    width: "minmax(9rem, 17rem)",
  }),
  column("what", "O que fez", (event) => <Action {...event} />, {
    width: "minmax(12rem, 1fr)",
    className: "overflow-visible",
  }),
  column("ip", "Endereço IP", ({ ip }) => ip ?? "—", { width: "9rem" }),
];

function Action({ sequence, action, summary, label }: AuditEvent) {
  return (
    <RowLink
      codec={AUDIT}
      id={String(sequence)}
      path={panelPaths.auditEvent(sequence)}
      className={cn("wrap-anywhere whitespace-normal", ALERTS.has(action) && "text-danger")}
    >
      {summary} {label && <b className="font-semibold">{label}</b>}
    </RowLink>
  );
}

/** Actions whose text is highlighted. */
const ALERTS: ReadonlySet<string> = new Set(["account.sign_in_failed", "account.access_denied"]);
