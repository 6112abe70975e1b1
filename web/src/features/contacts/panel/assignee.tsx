/** The assignee of a contact: the label, the name, and the filter of the list. */
import { useQuery } from "@tanstack/react-query";

import type { Assignee, Contact } from "@/api/types";
import { FilterSelect } from "@/panel/list/list-toolbar";
import { assignees } from "./queries";

export function assigneeLabel({ name, has_access }: Assignee): string {
  return has_access ? name : `${name} (sem acesso)`;
}

/** Label of a person whose account was deleted. */
export const DELETED_ACCOUNT = "Conta excluída";

/** Returns the label of the person with an id. */
export function assigneeNameOf(people: readonly Assignee[], id: string): string {
  const person = people.find((person) => person.id === id);
  return person ? assigneeLabel(person) : DELETED_ACCOUNT;
}

/** Returns the name of the contact's assignee; empty without one. */
export function useAssigneeName({ assigned_to }: Contact): string {
  const { data: staff = [] } = useQuery(assignees);
  return staff.find(({ id }) => id === assigned_to)?.name ?? "";
}

interface AssigneeFilterProps {
  assigned: string;
  onChange: (assigned: string) => void;
}

export function AssigneeFilter({ assigned, onChange }: AssigneeFilterProps) {
  const { data: staff = [] } = useQuery(assignees);
  const people = staff.map((person) => ({ value: person.id, label: assigneeLabel(person) }));
  return (
    <FilterSelect
      label="Filtrar por responsável"
      name="Responsável"
      all="Todos os responsáveis"
      options={[{ value: "me", label: "Meus" }, { value: "nobody", label: "Sem responsável" }, ...people]}
      value={assigned}
      onChange={(value) => onChange(value ?? "")}
    />
  );
}
