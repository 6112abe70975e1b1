/** The status and the assignee in the contact's dialog. A change is saved at once. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { Contact } from "@/api/types";
import { assigneeLabel } from "@/features/contacts/panel/assignee";
import { assignees } from "@/features/contacts/panel/queries";
import { isStatus, STATUSES } from "@/features/contacts/panel/record";
import { useOpenChange } from "@/features/contacts/panel/triage/bulk";
import { Select } from "@/panel/controls/select";

export function StatusSelect({ contact }: { contact: Contact }) {
  const id = useId();
  const { mutate } = useOpenChange();
  return (
    <div className="@max-lines:grid @max-lines:gap-1 flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-xs font-medium">
        Status
      </label>
      <Select
        id={id}
        value={contact.status}
        onChange={({ target: { value } }) =>
          isStatus(value) && mutate({ contact, action: "status", status: value })
        }
      >
        {STATUSES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

export function AssigneeSelect({ contact }: { contact: Contact }) {
  const id = useId();
  const { mutate } = useOpenChange();
  const { data: staff = [] } = useQuery(assignees);
  const current = contact.assigned_to ?? "";
  const isKnown = current === "" || staff.some((person) => person.id === current);
  return (
    <div className="@max-lines:grid @max-lines:gap-1 flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-xs font-medium">
        Responsável
      </label>
      <Select
        id={id}
        className="@lines:max-w-48"
        value={current}
        onChange={({ target }) => mutate({ contact, action: "assign", assigned_to: target.value || null })}
      >
        <option value="">Ninguém</option>
        {!isKnown && <option value={current}>Outra pessoa</option>}
        {staff
          .filter((person) => person.has_access || person.id === current)
          .map((person) => (
            <option key={person.id} value={person.id}>
              {assigneeLabel(person)}
            </option>
          ))}
      </Select>
    </div>
  );
}
