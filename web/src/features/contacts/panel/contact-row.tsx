import { ArchiveRestore, Trash2 } from "lucide-react";
import { Link } from "react-router";

import type { Contact } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { formatDateTime } from "@/panel/format";
import { Tooltip } from "@/panel/controls/tooltip";
import { useDeleteContact, useRestoreContact } from "./contact-changes";
import { contactPath } from "./contact-filter";
import { DeliveryLine } from "./delivery-state";
import { splitMessage } from "./message";
import { PromiseLine } from "./promise-badge";
import { StatusBadge } from "./status-badge";
import type { ContactList } from "./use-contact-list";
import type { Selection } from "@/panel/list/use-selection";
import { useFocusHandover } from "./focus-contact";

interface ContactRowProps {
  contact: Contact;
  list: ContactList;
  selection: Selection;
  /** Of whoever sees to it. */
  assignee: string | undefined;
}

export function ContactRow({ contact, list, selection, assignee }: ContactRowProps) {
  const row = useFocusHandover(contact.id);
  return (
    <tr ref={row} data-status={contact.status} data-selected={selection.has(contact.id) || undefined}>
      <td data-area="select">
        <input
          type="checkbox"
          aria-label={`Selecionar ${contact.name}`}
          checked={selection.has(contact.id)}
          onChange={() => selection.toggle(contact.id)}
        />
      </td>
      <td data-area="name">
        <Link
          data-row-link
          data-contact={contact.id}
          to={contactPath(contact.id, list.filter)}
          state={list.state}
          preventScrollReset
        >
          {contact.name}
        </Link>
      </td>
      <td data-area="email" title={contact.email}>
        {contact.email}
      </td>
      <td data-area="company" title={contact.company}>
        {contact.company}
      </td>
      <td data-area="phone">{contact.phone}</td>
      <td data-area="message">{splitMessage(contact.message).text}</td>
      <td data-area="status">
        <StatusBadge status={contact.status} />
        {contact.delivery && <DeliveryLine delivery={contact.delivery} />}
        {contact.promise && <PromiseLine promise={contact.promise} />}
      </td>
      <td data-area="date">
        <time dateTime={contact.created_at}>{formatDateTime(contact.created_at)}</time>
        {assignee && (
          <span className="block truncate text-xs" title={`Responsável: ${assignee}`}>
            <span className="sr-only">Responsável: </span>
            {assignee}
          </span>
        )}
      </td>
      <td data-area="actions">
        {contact.deleted_at ? <Restore contact={contact} /> : <Delete contact={contact} />}
      </td>
    </tr>
  );
}

function Delete({ contact }: { contact: Contact }) {
  const remove = useDeleteContact();
  return (
    <Tooltip label="Excluir">
      <Button
        variant="danger"
        size="icon"
        once
        aria-label={`Excluir ${contact.name}`}
        onClick={() => remove.mutate(contact)}
      >
        <Trash2 aria-hidden />
      </Button>
    </Tooltip>
  );
}

function Restore({ contact }: { contact: Contact }) {
  const restore = useRestoreContact();
  return (
    <Tooltip label="Restaurar">
      <Button
        variant="ghost"
        size="icon"
        once
        aria-label={`Restaurar ${contact.name}`}
        onClick={() => restore.mutate(contact)}
      >
        <ArchiveRestore aria-hidden />
      </Button>
    </Tooltip>
  );
}
