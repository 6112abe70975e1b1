/** The rows of the list beside the open contact: who wrote, about what, for how long, and who answers. */
import { useQuery } from "@tanstack/react-query";
import { CornerUpLeft } from "lucide-react";

import { CONTACT_CHANNEL_LABELS } from "@/api/labels";
import type { Contact, ContactListView } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { assigneeLabel } from "@/features/contacts/panel/assignee";
import { DeliveryLine } from "@/features/contacts/panel/delivery";
import { PromiseLine } from "@/features/contacts/panel/promise";
import { assignees } from "@/features/contacts/panel/queries";
import { CONTACTS, STATUSES } from "@/features/contacts/panel/record";
import { OutcomeBadge } from "@/features/contacts/panel/stages/outcome-badge";
import { DueBadge, StepLine } from "@/features/contacts/panel/steps/step-line";
import { panelPaths } from "@/lib/paths";
import { useNow } from "@/lib/use-now";
import { cn } from "@/panel/cn";
import { OptionBadge } from "@/panel/controls/badge";
import { formatAge, formatDateTime } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowLink } from "@/panel/list/row-link";

export const INBOX_CARDS: Cards = {
  narrow:
    '"select name age" "select subject subject" "select message message" "select state assignee" / 1.25rem minmax(0, 1fr) auto',
  hasNoTable: true,
  isDense: true,
};

const columnsOf = (hasSteps: boolean): RecordColumn<Contact>[] => [
  column("name", "Nome", (contact) => <Name contact={contact} />, {
    width: "1fr",
    className: "overflow-visible",
  }),
  column("age", "Recebido", (contact) => <Age time={(contact.latest_message ?? contact).created_at} />, {
    width: "auto",
    className: "justify-self-end text-xs",
  }),
  column("subject", "Empresa e serviço", (contact) => <Subject contact={contact} />, {
    width: "1fr",
    className: "text-[0.8125rem] lg:leading-4.5",
  }),
  hasSteps
    ? column("message", "Próximo passo", ({ next_step }) => next_step && <StepLine step={next_step} />, {
        width: "1fr",
        className: "whitespace-normal text-ink",
      })
    : column("message", "Mensagem", (contact) => <LatestText contact={contact} />, {
        width: "1fr",
        className: "line-clamp-2 whitespace-normal wrap-anywhere lg:text-[0.8125rem] lg:leading-4.5",
      }),
  column("state", "Situação", (contact) => <State contact={contact} hasStep={!hasSteps} />, {
    width: "auto",
    className:
      "min-h-6 flex flex-wrap items-center gap-x-2 gap-y-1 lg:min-h-5.5 lg:pt-0.5 lg:[--badge-height:1.25rem]",
  }),
  column("assignee", "Responsável", ({ assigned_to }) => assigned_to && <Initials id={assigned_to} />, {
    width: "auto",
    className: "justify-self-end lg:overflow-visible lg:*:-my-0.5",
  }),
];

const COLUMNS = columnsOf(false);
const STEP_COLUMNS = columnsOf(true);

/** Returns the columns of a view. In 'Meus passos', the next step takes the place of the message. */
export const inboxColumns = (view: ContactListView) => (view === "next_steps" ? STEP_COLUMNS : COLUMNS);

interface CellProps {
  contact: Contact;
}

function Name({ contact: { id, name, status } }: CellProps) {
  const isNew = status === "new";
  return (
    <RowLink
      codec={CONTACTS}
      id={id}
      path={panelPaths.contact(id)}
      className={isNew ? "font-[650]" : "font-medium"}
    >
      {isNew && (
        <span className="bg-info mr-2 inline-block size-2 rounded-full">
          <span className="sr-only">Novo: </span>
        </span>
      )}
      {name}
    </RowLink>
  );
}

function Age({ time }: { time: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatAge(time, now)}
    </time>
  );
}

function Subject({ contact: { company, channel, message } }: CellProps) {
  const { service } = splitMessage(message);
  // The form is the usual channel, so that its name would be noise.
  const parts = [company, channel === "form" ? "" : CONTACT_CHANNEL_LABELS[channel]].filter(Boolean);
  return (
    <>
      {parts.join(" · ")}
      {service && (
        <>
          {parts.length > 0 && " · "}
          <span className="text-ink">{service}</span>
        </>
      )}
    </>
  );
}

/** What the person wrote last. */
function LatestText({ contact: { message, latest_message } }: CellProps) {
  if (!latest_message) return splitMessage(message).text;
  return (
    <>
      <CornerUpLeft aria-hidden className="text-info mr-1 inline size-3.5 align-[-0.125em]" />
      <span className="sr-only">Resposta: </span>
      {!latest_message.is_confirmed && <span className="text-warning">Remetente não confirmado: </span>}
      {latest_message.text || "Mensagem sem texto"}
    </>
  );
}

function State({ contact, hasStep }: CellProps & { hasStep: boolean }) {
  return (
    <>
      <Situation contact={contact} />
      <OutcomeBadge contact={contact} />
      {hasStep && contact.next_step && <DueBadge step={contact.next_step} />}
    </>
  );
}

function Situation({ contact: { status, delivery, promise } }: CellProps) {
  if (delivery) {
    return (
      <>
        <DeliveryLine delivery={delivery} />
        {promise && <PromiseLine promise={promise} />}
      </>
    );
  }
  return promise ? <PromiseLine promise={promise} /> : <OptionBadge options={STATUSES} value={status} />;
}

/** The initials of the assignee. */
export function Initials({ id }: { id: string }) {
  const { data: staff } = useQuery(assignees);
  const person = staff?.find((person) => person.id === id);
  if (!person) return null;
  const label = assigneeLabel(person);
  return (
    <span
      title={`Responsável: ${label}`}
      className={cn(
        "bg-accent-soft text-accent-strong grid size-6 place-items-center rounded-full text-[0.6875rem] font-semibold",
        !person.has_access && "bg-sunken text-muted",
      )}
    >
      <span aria-hidden>{initialsOf(person.name)}</span>
      <span className="sr-only">Responsável: {label}</span>
    </span>
  );
}

/** Returns the first letters of the first and the last name. */
function initialsOf(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return (first.charAt(0) + (rest.at(-1) ?? "").charAt(0)).toLocaleUpperCase("pt-BR");
}
