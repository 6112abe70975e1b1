/** Columns of the list of contacts, with the action on a contact. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";

import type { Contact, ContactListView } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { assigneeLabel } from "@/features/contacts/panel/assignee";
import { useDeleteContact, useRestoreContact } from "@/features/contacts/panel/changes";
import { DeliveryLine } from "@/features/contacts/panel/delivery";
import { PromiseLine } from "@/features/contacts/panel/promise";
import { assignees } from "@/features/contacts/panel/queries";
import { CONTACTS, STATUSES } from "@/features/contacts/panel/record";
import { OutcomeBadge } from "@/features/contacts/panel/stages/outcome-badge";
import { isClosed } from "@/features/contacts/panel/stages/stages";
import { DueBadge, StepLine } from "@/features/contacts/panel/steps/step-line";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { OptionBadge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-actions";
import { RowLink } from "@/panel/list/row-link";

export const CARDS: Cards = {
  narrow:
    '"select name date date" "select company company company" "select message message message" "select status status actions" / 1.25rem minmax(0, 1fr) auto 2rem',
  medium:
    '"select name company message status actions" "select email phone message date actions" / 1.25rem minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 1.2fr) 8.5rem 2rem',
  hasWideTable: true,
};

const columnsOf = (hasSteps: boolean): RecordColumn<Contact>[] => [
  column("name", "Nome", (contact) => <Name contact={contact} />, {
    width: "minmax(8rem, 1.7fr)",
    className: "overflow-visible",
  }),
  column("email", "E-mail", ({ email }) => <span title={email}>{email}</span>, {
    width: "minmax(8rem, 1.5fr)",
  }),
  column("company", "Empresa", ({ company }) => <span title={company}>{company}</span>, {
    width: "minmax(7rem, 1.1fr)",
  }),
  column("phone", "Telefone", ({ phone }) => phone, { width: "7.25rem" }),
  hasSteps
    ? column("message", "Próximo passo", ({ next_step }) => next_step && <StepLine step={next_step} />, {
        width: "minmax(7rem, 2fr)",
        className: "whitespace-normal text-ink",
      })
    : column("message", "Mensagem", (contact) => <Message contact={contact} />, {
        width: "minmax(7rem, 1.2fr)",
      }),
  column("status", "Status", (contact) => <Status contact={contact} hasStep={!hasSteps} />, {
    width: "7.25rem",
    className:
      "@max-lines:flex @max-lines:flex-wrap @max-lines:items-center @max-lines:gap-x-2 @max-lines:gap-y-1",
  }),
  column("date", "Recebido em", (contact) => <Received contact={contact} />, {
    width: "7.25rem",
    className: "text-[0.8125rem] @max-lines:text-xs @max-lines:text-end",
  }),
  column("actions", "Ações", (contact) => <Action contact={contact} />, {
    width: "2rem",
    isHeadingHidden: true,
  }),
];

const COLUMNS = columnsOf(false);
const STEP_COLUMNS = columnsOf(true);

/** Returns the columns of a view. In 'Meus passos', the next step takes the place of the message. */
export const tableColumns = (view: ContactListView) => (view === "next_steps" ? STEP_COLUMNS : COLUMNS);

interface CellProps {
  contact: Contact;
}

function Name({ contact: { id, name, status } }: CellProps) {
  return (
    <RowLink
      codec={CONTACTS}
      id={id}
      path={panelPaths.contact(id)}
      {...(status === "new" && { className: "font-[650]" })}
    >
      {name}
    </RowLink>
  );
}

function Message({ contact: { message, status } }: CellProps) {
  return (
    <span
      className={cn(
        "@wide-table:line-clamp-1 @wide-table:break-all @max-lines:line-clamp-1 @max-lines:break-all line-clamp-2 whitespace-normal",
        status === "new" && "@max-lines:text-ink",
      )}
    >
      {splitMessage(message).text}
    </span>
  );
}

function Status({ contact, hasStep }: CellProps & { hasStep: boolean }) {
  const { status, stage, delivery, promise, next_step } = contact;
  return (
    <>
      <OptionBadge options={STATUSES} value={status} />
      {isClosed(stage) && (
        <span className="@lines:mt-1 @lines:block">
          <OutcomeBadge contact={contact} />
        </span>
      )}
      {delivery && <DeliveryLine delivery={delivery} />}
      {promise && <PromiseLine promise={promise} />}
      {hasStep && next_step && <DueBadge step={next_step} />}
    </>
  );
}

function Received({ contact: { created_at, assigned_to } }: CellProps) {
  return (
    <>
      <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      {assigned_to && <AssigneeLine id={assigned_to} />}
    </>
  );
}

function AssigneeLine({ id }: { id: string }) {
  const { data: staff } = useQuery(assignees);
  const person = staff?.find((person) => person.id === id);
  if (!person) return null;
  const label = assigneeLabel(person);
  return (
    <span
      className="@max-lines:max-w-26 @max-lines:ml-auto block truncate text-xs"
      title={`Responsável: ${label}`}
    >
      <span className="sr-only">Responsável: </span>
      {label}
    </span>
  );
}

function Action({ contact }: CellProps) {
  const remove = useDeleteContact();
  const restore = useRestoreContact();
  const { name, deleted_at } = contact;
  return deleted_at ? (
    <RowAction
      icon={ArchiveRestore}
      label="Restaurar"
      name={`Restaurar ${name}`}
      once
      onClick={() => restore.mutate(contact)}
    />
  ) : (
    <RowAction
      icon={Trash2}
      label="Excluir"
      name={`Excluir ${name}`}
      isDanger
      once
      onClick={() => remove.mutate(contact)}
    />
  );
}
