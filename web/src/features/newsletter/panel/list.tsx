/** Columns of the list of subscriptions. */
import { Play, Trash2 } from "lucide-react";

import { REPORTER_LABELS, STOP_REASON_LABELS } from "@/api/labels";
import type { Stop, Subscription } from "@/api/types";
import { OptionBadge } from "@/panel/controls/badge";
import { formatDate, formatDateTime, formatTime } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { actionsColumn } from "@/panel/list/row-actions";
import { STATUSES } from "./queries";

export const CARDS: Cards = {
  narrow:
    '"email actions" "status actions" "consent consent" "asked asked" "confirmed confirmed" "ended ended" / minmax(0, 1fr) auto',
  medium:
    '"email status asked actions" "consent consent confirmed actions" "consent consent ended actions" / minmax(0, 1.4fr) 7rem 12.75rem auto',
};

interface ColumnOptions {
  onResume: (subscription: Subscription) => void;
  onDelete: (subscription: Subscription) => void;
  interestName: InterestName;
}

/** Returns the name of the interest with a slug. */
type InterestName = (slug: string) => string;

export const columnsOf = ({
  onResume,
  onDelete,
  interestName,
}: ColumnOptions): RecordColumn<Subscription>[] => [
  column("email", "E-mail", (subscription) => <Address {...subscription} interestName={interestName} />, {
    width: "minmax(0, 2fr)",
    className:
      "self-start text-ink font-medium @table:py-1.5 @max-table:wrap-anywhere @max-table:whitespace-normal",
  }),
  column("status", "Status", ({ status }) => <OptionBadge options={STATUSES} value={status} />, {
    width: "7rem",
    className: "self-start py-1 @lines:@max-table:py-0",
  }),
  column("consent", "Consentimento", (subscription) => <Consent {...subscription} />, {
    width: "minmax(8rem, 1fr)",
    className: "self-start overflow-visible whitespace-normal @table:py-1.5",
  }),
  momentColumn("asked", "Pedida em", ({ consented_at }) => consented_at, formatAsked),
  momentColumn("confirmed", "Confirmada em", ({ confirmed_at }) => confirmed_at),
  momentColumn("ended", "Cancelada em", ({ unsubscribed_at }) => unsubscribed_at),
  actionsColumn(
    { nameOf: ({ email }) => email },
    [
      { icon: Play, label: "Retomar", run: onResume, isFor: ({ status }) => status === "paused" },
      { icon: Trash2, label: "Apagar", run: onDelete, isDanger: true },
    ],
    { className: "self-start" },
  ),
];

/** The address, the chosen interests, and the reason if failed deliveries paused or ended the subscription. */
function Address({
  email,
  interests,
  stop,
  stopped_at,
  interestName,
}: Subscription & { interestName: InterestName }) {
  return (
    <>
      <span title={email}>{email}</span>
      {interests.length > 0 && (
        <span className="text-muted block text-[0.8125rem] font-normal whitespace-normal">
          {interests.map(interestName).join(", ")}
        </span>
      )}
      {stop && <StopNote stop={stop} time={stopped_at} />}
    </>
  );
}

/** The consent text, collapsed. The summary has its version, or says that the consent was imported. */
function Consent({ origin, consent_version, consent_text }: Subscription) {
  if (consent_text === "") {
    return <span>{origin === "import" ? "Importada, pedido ainda não enviado" : "Sem registro"}</span>;
  }
  return (
    <details>
      <summary className="hover:text-ink min-h-6 w-fit cursor-pointer underline decoration-dotted underline-offset-3">
        <span className="@table:hidden">Consentimento: </span>
        {origin === "import" && consent_version === "" ? "Importada" : `Texto ${consent_version}`}
      </summary>
      <p className="max-w-md py-1 text-[0.8125rem]">{consent_text}</p>
    </details>
  );
}

/** Why a subscription was paused or refused. The reason expands to its reporter, time and detail. */
function StopNote({ stop, time }: { stop: Stop; time: string | null }) {
  return (
    <details className="text-muted text-[0.8125rem] font-normal whitespace-normal">
      <summary className="hover:text-ink min-h-6 w-fit cursor-pointer underline decoration-dotted underline-offset-3">
        {STOP_REASON_LABELS[stop.reason]}
      </summary>
      <p className="max-w-md py-1 wrap-anywhere">
        {REPORTER_LABELS[stop.by]}
        {time !== null && (
          <>
            {", "}
            <time dateTime={time}>{formatDateTime(time)}</time>
          </>
        )}
        {stop.detail !== "" && `: ${stop.detail}`}
      </p>
    </details>
  );
}

/** Formats the time of the consent. For an imported consent with only a day, the time is midnight in São Paulo and is omitted. */
export function formatAsked({ origin, consented_at }: Pick<Subscription, "origin" | "consented_at">): string {
  const isDay = origin === "import" && formatTime(consented_at) === "00:00";
  return isDay ? formatDate(consented_at) : formatDateTime(consented_at);
}

function momentColumn(
  id: string,
  label: string,
  timeOf: (subscription: Subscription) => string | null,
  textOf?: (subscription: Subscription) => string,
) {
  return column<Subscription>(
    id,
    label,
    (subscription) => <Moment label={label} time={timeOf(subscription)} text={textOf?.(subscription)} />,
    { width: "7.25rem", className: "self-start text-[0.8125rem] @table:py-1.5" },
  );
}

interface MomentProps {
  label: string;
  time: string | null;
  /** The time as text; by default, with day and time. */
  text: string | undefined;
}

/** A time. If it is missing, the table shows a dash and cards omit it. */
function Moment({ label, time, text }: MomentProps) {
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
      <time dateTime={time}>{text ?? formatDateTime(time)}</time>
    </>
  );
}
