import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { Contact } from "@/api/types";
import { Select } from "@/panel/controls/select";
import { assigneeLabel } from "./assignee";
import { useAssign } from "./contact-changes";
import { assignees } from "./contact-queries";

export function AssigneeSelect({ contact }: { contact: Contact }) {
  const id = useId();
  const { mutate } = useAssign();
  const { data: staff = [] } = useQuery(assignees);
  const current = contact.assigned_to ?? "";
  const isKnown = current === "" || staff.some((person) => person.id === current);
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-xs font-medium">
        Responsável
      </label>
      <Select
        id={id}
        className="max-w-48"
        value={current}
        onChange={({ target }) => mutate({ id: contact.id, assigned_to: target.value || null })}
      >
        <option value="">Ninguém</option>
        {!isKnown && <option value={current}>Outra pessoa</option>}
        {staff
          .filter(({ id, has_access }) => has_access || id === current)
          .map((person) => (
            <option key={person.id} value={person.id}>
              {assigneeLabel(person)}
            </option>
          ))}
      </Select>
    </div>
  );
}
