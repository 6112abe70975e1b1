/** Columns of the list of editions. */
import { Trash2 } from "lucide-react";
import { Link } from "react-router";

import type { Edition } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { OptionBadge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";
import { CardCount } from "@/panel/list/card-count";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { actionsColumn } from "@/panel/list/row-actions";
import { EDITION, STATES } from "./record";

export const CARDS: Cards = {
  narrow:
    '"subject actions" "state state" "time time" "recipients recipients" "bounced unsubscribed" / minmax(0, 1fr) auto',
  medium:
    '"subject state time actions" "recipients bounced unsubscribed actions" / minmax(0, 1fr) 8rem 10rem 2.25rem',
};

const NUMBER = { width: "7rem", className: "@max-table:text-[0.8125rem] tabular-nums" };

export const editionColumns = (onDelete: (edition: Edition) => void): RecordColumn<Edition>[] => [
  column(
    "subject",
    "Assunto",
    ({ id, subject }) => (
      <Link
        data-row-link
        data-record={id}
        to={panelPaths.edition(id)}
        title={subject}
        className="@table:line-clamp-1 line-clamp-2 whitespace-normal"
      >
        {subject}
      </Link>
    ),
    { width: "minmax(0, 1fr)", className: "text-ink font-medium" },
  ),
  column("state", "Situação", ({ state }) => <OptionBadge options={STATES} value={state} />, {
    width: "8rem",
  }),
  column("time", "Envio", (edition) => timeOf(edition), { width: "10rem" }),
  column(
    "recipients",
    "Destinatários",
    (edition) => counted(edition, "recipients", "destinatário", "destinatários"),
    NUMBER,
  ),
  column("bounced", "Recusados", (edition) => counted(edition, "bounced", "recusado", "recusados"), NUMBER),
  column(
    "unsubscribed",
    "Cancelaram",
    (edition) => counted(edition, "unsubscribed", "cancelou", "cancelaram"),
    NUMBER,
  ),
  actionsColumn<Edition>(
    EDITION,
    [
      {
        icon: Trash2,
        label: "Excluir",
        run: onDelete,
        isDanger: true,
        isFor: ({ state }) => state !== "scheduled" && state !== "sending",
      },
    ],
    { hasRowLink: true },
  ),
];

/** A count of an edition; a dash before its sending starts. */
function counted(
  edition: Edition,
  name: "recipients" | "bounced" | "unsubscribed",
  one: string,
  many: string,
) {
  if (edition.started_at === null) return <span className="@max-table:hidden">–</span>;
  return <CardCount count={edition[name]} one={one} many={many} />;
}

function timeOf({ started_at, send_at, state }: Edition) {
  const time = started_at ?? (state === "scheduled" ? send_at : null);
  if (time === null) return <span className="@max-table:hidden">–</span>;
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}
