/** Columns of the list of privacy requests. */
import type { PrivacyRequest } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Badge, OptionBadge } from "@/panel/controls/badge";
import { formatDate } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowLink } from "@/panel/list/row-link";
import { deadlineOf, describeDeadline, kindLabel, REQUESTS, STATES } from "./record";

export const CARDS: Cards = {
  narrow: '"protocol deadline" "person person" "kind state" "received received" / minmax(0, 1fr) auto',
  medium: '"protocol kind state deadline" "person person received received" / 8rem minmax(0, 1fr) 8rem 9rem',
};

const WRAPPED = "@max-table:wrap-anywhere @max-table:whitespace-normal";

export const COLUMNS: RecordColumn<PrivacyRequest>[] = [
  column(
    "protocol",
    "Protocolo",
    ({ id, protocol }) => (
      <RowLink codec={REQUESTS} id={id} path={panelPaths.privacyRequest(id)} className="font-mono">
        {protocol}
      </RowLink>
    ),
    { width: "8rem", className: "text-ink font-medium overflow-visible" },
  ),
  column("kind", "Pedido", kindLabel, { width: "minmax(0, 1fr)", className: WRAPPED }),
  column(
    "person",
    "Pessoa",
    ({ name, email }) =>
      email ? (
        <>
          <span className="text-ink" title={name}>
            {name}
          </span>
          <span className="@max-table:whitespace-normal block truncate text-[0.8125rem]" title={email}>
            {email}
          </span>
        </>
      ) : (
        <span className="text-muted">Dados apagados</span>
      ),
    { width: "minmax(0, 1.2fr)", className: WRAPPED },
  ),
  column("received", "Recebido em", ({ created_at }) => formatDate(created_at), {
    width: "6rem",
    className: "@lines:@max-table:justify-self-end",
  }),
  column("deadline", "Prazo", (request) => <Deadline request={request} />, {
    width: "9rem",
    className: "overflow-visible @max-table:justify-self-end",
  }),
  column("state", "Situação", ({ state }) => <OptionBadge options={STATES} value={state} />, {
    width: "10.5rem",
    className: "@max-table:justify-self-end",
  }),
];

/** The remaining days, with the last day as a tooltip; a dash for requests that don't wait for an answer. */
function Deadline({ request }: { request: PrivacyRequest }) {
  const deadline = describeDeadline(request);
  if (!deadline) return <span className="@max-table:hidden">–</span>;
  return (
    <span title={`Responder até ${deadlineOf(request)}`}>
      <Badge tone={deadline.tone}>{deadline.text}</Badge>
    </span>
  );
}
