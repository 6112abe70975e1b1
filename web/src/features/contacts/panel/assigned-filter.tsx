import { useQuery } from "@tanstack/react-query";

import { Select } from "@/panel/controls/select";
import { assigneeLabel } from "./assignee";
import { assignees } from "./contact-queries";

interface AssignedFilterProps {
  assigned: string;
  onChange: (assigned: string) => void;
}

/** Whose contacts are shown. */
export function AssignedFilter({ assigned, onChange }: AssignedFilterProps) {
  const { data: staff = [] } = useQuery(assignees);
  return (
    <Select
      aria-label="Filtrar por responsável"
      className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36"
      value={assigned}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Todos os responsáveis</option>
      <option value="me">Meus</option>
      <option value="nobody">Sem responsável</option>
      {staff.map((person) => (
        <option key={person.id} value={person.id}>
          {assigneeLabel(person)}
        </option>
      ))}
    </Select>
  );
}
