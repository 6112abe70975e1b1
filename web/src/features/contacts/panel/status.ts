import { CONTACT_STATUS_LABELS as labels } from "@/api/labels";
import type { ContactStatus } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Every status with its name and color, in the order a request usually goes through them. */
export const STATUSES: readonly { value: ContactStatus; label: string; tone: Tone }[] = [
  { value: "new", label: labels.new, tone: "info" },
  { value: "read", label: labels.read, tone: "neutral" },
  { value: "replied", label: labels.replied, tone: "success" },
  { value: "archived", label: labels.archived, tone: "warning" },
];

export function isStatus(value: string | null): value is ContactStatus {
  return STATUSES.some((status) => status.value === value);
}
