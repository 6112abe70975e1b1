/** Somebody responsible for contacts, as lists and fields say who it is. */
import type { Assignee } from "@/api/types";

export function assigneeLabel({ name, has_access }: Assignee): string {
  return has_access ? name : `${name} (sem acesso)`;
}
