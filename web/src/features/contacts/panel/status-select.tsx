import { useId } from "react";

import type { Contact } from "@/api/types";
import { Select } from "@/panel/controls/select";
import { useSetStatus } from "./contact-changes";
import { isStatus, STATUSES } from "./status";

export function StatusSelect({ contact }: { contact: Contact }) {
  const id = useId();
  const { mutate } = useSetStatus();
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-xs font-medium">
        Status
      </label>
      <Select
        id={id}
        value={contact.status}
        onChange={({ target: { value } }) => isStatus(value) && mutate({ id: contact.id, status: value })}
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
