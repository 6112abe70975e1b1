import { useQuery } from "@tanstack/react-query";

import "@/panel/list/record-table.css";
import "./contact-table.css";
import type { Contact } from "@/api/types";
import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { assigneeLabel } from "./assignee";
import { assignees } from "./contact-queries";
import { ContactRow } from "./contact-row";
import type { ContactList } from "./use-contact-list";
import type { Selection } from "@/panel/list/use-selection";

interface ContactTableProps {
  /** Undefined while the first ones are on their way. */
  contacts: Contact[] | undefined;
  list: ContactList;
  selection: Selection;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
}

const COLUMNS = ["Nome", "E-mail", "Empresa", "Telefone", "Mensagem", "Status", "Recebido em"] as const;
const AREAS = ["name", "email", "company", "phone", "message", "status", "date"] as const;
const CAPTIONS = {
  late_first: "Contatos, os atrasados primeiro e depois do mais recente ao mais antigo",
  newest: "Contatos, do mais recente ao mais antigo",
};
const PLACEHOLDERS = 12;

export function ContactTable({ contacts, list, selection, isStale }: ContactTableProps) {
  const { data: staff } = useQuery(assignees);
  const nameOf = (id: string | null) => {
    const person = staff?.find((person) => person.id === id);
    return person && assigneeLabel(person);
  };
  return (
    <table
      className={cn("record-table contact-table", isStale && "opacity-60")}
      aria-busy={!contacts || isStale}
    >
      <caption className="sr-only">{CAPTIONS[list.filter.order]}</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Selecionar todos da página"
              checked={selection.isAll}
              disabled={!contacts}
              onChange={selection.toggleAll}
            />
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {contacts
          ? contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                list={list}
                selection={selection}
                assignee={nameOf(contact.assigned_to)}
              />
            ))
          : Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)}
      </tbody>
    </table>
  );
}

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      <td data-area="select" />
      {AREAS.map((area) => (
        <td key={area} data-area={area}>
          <Skeleton className={area === "message" ? "w-11/12" : "w-3/4"} />
        </td>
      ))}
      <td data-area="actions" />
    </tr>
  );
}
