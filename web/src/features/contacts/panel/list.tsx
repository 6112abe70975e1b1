/** Columns of the list of contacts, and the actions of its rows. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";

import type { Contact } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { formatDateTime } from "@/panel/format";
import type { Cards, RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-action";
import { RowLink } from "@/panel/list/row-link";
import { assigneeLabel } from "./assignee";
import { useDeleteContact, useRestoreContact } from "./changes";
import { assignees } from "./queries";
import { DeliveryLine } from "./delivery";
import { splitMessage } from "./message";
import { PromiseLine } from "./promise";
import { CONTACTS } from "./record";
import { StatusBadge } from "./status";

export const CARDS: Cards = {
  narrow:
    '"select name date" "select company company" "select message message" "select status actions" / 1.25rem minmax(0, 1fr) auto',
  medium:
    '"select name company message status actions" "select email phone message date actions" / 1.25rem minmax(0, 1.3fr) minmax(0, 1fr) minmax(0, 1.5fr) 8.5rem 2rem',
  isWide: true,
};

export const COLUMNS: RecordColumn<Contact>[] = [
  {
    id: "name",
    header: "Nome",
    cell: ({ row: { original: contact } }) => (
      <RowLink
        codec={CONTACTS}
        id={contact.id}
        path={panelPaths.contact(contact.id)}
        {...(contact.status === "new" && { className: "font-[650]" })}
      >
        {contact.name}
      </RowLink>
    ),
    meta: { width: "minmax(8rem, 1.2fr)", className: "overflow-visible" },
  },
  {
    id: "email",
    header: "E-mail",
    cell: ({ row: { original: contact } }) => <span title={contact.email}>{contact.email}</span>,
    meta: { width: "minmax(8rem, 1.6fr)" },
  },
  {
    id: "company",
    header: "Empresa",
    cell: ({ row: { original: contact } }) => <span title={contact.company}>{contact.company}</span>,
    meta: { width: "minmax(7rem, 1.1fr)" },
  },
  {
    id: "phone",
    header: "Telefone",
    cell: ({ row: { original: contact } }) => contact.phone,
    meta: { width: "7.25rem" },
  },
  {
    id: "message",
    header: "Mensagem",
    cell: ({ row: { original: contact } }) => (
      <span
        className={cn(
          "@wide-table:line-clamp-1 @max-lines:line-clamp-1 line-clamp-2 whitespace-normal",
          contact.status === "new" && "@max-lines:text-ink",
        )}
      >
        {splitMessage(contact.message).text}
      </span>
    ),
    meta: { width: "minmax(8rem, 1.6fr)" },
  },
  {
    id: "status",
    header: "Status",
    cell: ({ row: { original: contact } }) => (
      <>
        <StatusBadge status={contact.status} />
        {contact.delivery && <DeliveryLine delivery={contact.delivery} />}
        {contact.promise && <PromiseLine promise={contact.promise} />}
      </>
    ),
    meta: { width: "7.25rem" },
  },
  {
    id: "date",
    header: "Recebido em",
    cell: ({ row: { original: contact } }) => (
      <>
        <time dateTime={contact.created_at}>{formatDateTime(contact.created_at)}</time>
        {contact.assigned_to && <AssigneeLine id={contact.assigned_to} />}
      </>
    ),
    meta: { width: "7.25rem", className: "text-[0.8125rem] @max-lines:text-xs" },
  },
  {
    id: "actions",
    header: "Ações",
    cell: ({ row: { original: contact } }) => <Actions contact={contact} />,
    meta: { width: "2rem", isHeadingHidden: true },
  },
];

function AssigneeLine({ id }: { id: string }) {
  const { data: staff } = useQuery(assignees);
  const person = staff?.find((person) => person.id === id);
  if (!person) return null;
  const label = assigneeLabel(person);
  return (
    <span className="block truncate text-xs" title={`Responsável: ${label}`}>
      <span className="sr-only">Responsável: </span>
      {label}
    </span>
  );
}

function Actions({ contact }: { contact: Contact }) {
  const remove = useDeleteContact();
  const restore = useRestoreContact();
  if (contact.deleted_at) {
    return (
      <RowAction
        icon={ArchiveRestore}
        label="Restaurar"
        name={`Restaurar ${contact.name}`}
        once
        onClick={() => restore.mutate(contact)}
      />
    );
  }
  return (
    <RowAction
      icon={Trash2}
      label="Excluir"
      name={`Excluir ${contact.name}`}
      isDanger
      once
      onClick={() => remove.mutate(contact)}
    />
  );
}
