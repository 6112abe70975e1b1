/** Columns of the list of subscriptions. */
import { Trash2 } from "lucide-react";

import type { Subscription } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";
import type { Cards, RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-action";
import { STATUSES } from "./queries";

export const CARDS: Cards = {
  narrow:
    '"email actions" "status actions" "consent consent" "asked asked" "confirmed confirmed" "ended ended" / minmax(0, 1fr) auto',
  medium:
    '"email status asked actions" "consent consent confirmed actions" "consent consent ended actions" / minmax(0, 1.4fr) 7rem 15.5rem auto',
};

const MOMENT = { width: "8.75rem", className: "self-start @table:py-1.5 @max-table:text-[0.8125rem]" };

export const columnsOf = (onDelete: (subscription: Subscription) => void): RecordColumn<Subscription>[] => [
  {
    id: "email",
    header: "E-mail",
    cell: ({ row: { original } }) => <span title={original.email}>{original.email}</span>,
    meta: {
      width: "minmax(0, 1.4fr)",
      className:
        "self-start text-ink font-medium @table:py-1.5 @max-table:wrap-anywhere @max-table:whitespace-normal",
    },
  },
  {
    id: "status",
    header: "Status",
    cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
    meta: { width: "7rem", className: "self-start py-1 @lines:@max-table:py-0" },
  },
  {
    id: "consent",
    header: "Consentimento",
    cell: ({ row: { original } }) => <Consent subscription={original} />,
    meta: {
      width: "minmax(8rem, 1fr)",
      className: "self-start overflow-visible whitespace-normal @table:py-1.5",
    },
  },
  {
    id: "asked",
    header: "Pedida em",
    cell: ({ row: { original } }) => <Moment label="Pedida em" time={original.consented_at} />,
    meta: MOMENT,
  },
  {
    id: "confirmed",
    header: "Confirmada em",
    cell: ({ row: { original } }) => <Moment label="Confirmada em" time={original.confirmed_at} />,
    meta: MOMENT,
  },
  {
    id: "ended",
    header: "Cancelada em",
    cell: ({ row: { original } }) => <Moment label="Cancelada em" time={original.unsubscribed_at} />,
    meta: MOMENT,
  },
  {
    id: "actions",
    header: "Ações",
    cell: ({ row: { original } }) => (
      <RowAction
        icon={Trash2}
        label="Apagar"
        name={`Apagar ${original.email}`}
        isDanger
        record={original.id}
        onClick={() => onDelete(original)}
      />
    ),
    meta: { width: "2rem", className: "self-start", isHeadingHidden: true },
  },
];

function StatusBadge({ status }: Pick<Subscription, "status">) {
  const found = STATUSES.find(({ value }) => value === status);
  return <Badge tone={found?.tone ?? "neutral"}>{found?.label ?? status}</Badge>;
}

/** The version of the consent text, which expands to the text. */
function Consent({ subscription: { consent_version, consent_text } }: { subscription: Subscription }) {
  if (consent_text === "") return <span>Sem registro</span>;
  return (
    <details>
      <summary className="hover:text-ink min-h-6 w-fit cursor-pointer underline decoration-dotted underline-offset-3">
        <span className="@table:hidden">Consentimento: </span>Texto {consent_version}
      </summary>
      <p className="max-w-md py-1 text-[0.8125rem]">{consent_text}</p>
    </details>
  );
}

/** A time. Without one, the table shows a dash and cards show nothing. */
function Moment({ label, time }: { label: string; time: string | null }) {
  if (time === null) {
    return (
      <span className="@max-table:hidden" aria-hidden>
        –
      </span>
    );
  }
  return (
    <>
      <span className="@table:hidden">{label} </span>
      <time dateTime={time}>{formatDateTime(time)}</time>
    </>
  );
}
