import type { ContactStatus } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Every status with its name and color, in the order a request usually goes through them. */
export const STATUSES: readonly { value: ContactStatus; label: string; tone: Tone }[] = [
  { value: "new", label: "Novo", tone: "info" },
  { value: "read", label: "Lido", tone: "neutral" },
  { value: "replied", label: "Respondido", tone: "success" },
  { value: "archived", label: "Arquivado", tone: "warning" },
];

export function isStatus(value: string | null): value is ContactStatus {
  return STATUSES.some((status) => status.value === value);
}
