import { Link } from "react-router";

import "@/panel/list/record-table.css";
import "./audit-table.css";
import type { AuditEvent } from "@/api/types";
import { cn } from "@/panel/cn";
import { formatDateTime } from "@/panel/format";
import { Skeleton } from "@/panel/feedback/skeleton";
import { eventPath } from "./audit-filter";
import type { AuditList } from "./use-audit-list";
import { who } from "./words";

interface AuditTableProps {
  /** Undefined while the first ones are on their way. */
  events: AuditEvent[] | undefined;
  list: AuditList;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
}

const COLUMNS = ["Quando", "Quem", "O que fez", "Endereço IP"] as const;
const AREAS = ["date", "who", "what", "ip"] as const;
const PLACEHOLDERS = 12;

export function AuditTable({ events, list, isStale }: AuditTableProps) {
  return (
    <table className={cn("record-table audit-table", isStale && "opacity-60")} aria-busy={!events || isStale}>
      <caption className="sr-only">Eventos, do mais recente ao mais antigo</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events
          ? events.map((event) => <EventRow key={event.sequence} event={event} list={list} />)
          : Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)}
      </tbody>
    </table>
  );
}

function EventRow({ event, list }: { event: AuditEvent; list: AuditList }) {
  const person = who(event);
  return (
    <tr data-alert={ALERTS.has(event.action) || undefined}>
      <td data-area="date">
        <time dateTime={event.created_at}>{formatDateTime(event.created_at)}</time>
      </td>
      <td data-area="who" title={person}>
        {person}
      </td>
      <td data-area="what">
        <Link
          data-row-link
          data-event={event.sequence}
          to={eventPath(event.sequence, list.filter)}
          state={list.state}
          preventScrollReset
        >
          {event.summary} {event.label && <b>{event.label}</b>}
        </Link>
      </td>
      <td data-area="ip">{event.ip ?? "—"}</td>
    </tr>
  );
}

/** What an administrator should notice among the rest. */
const ALERTS: ReadonlySet<string> = new Set(["account.sign_in_failed", "account.access_denied"]);

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      {AREAS.map((area) => (
        <td key={area} data-area={area}>
          <Skeleton className={area === "what" ? "w-2/3" : "w-3/4"} />
        </td>
      ))}
    </tr>
  );
}
