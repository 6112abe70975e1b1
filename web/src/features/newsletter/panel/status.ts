import type { SubscriptionStatus } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Every status with its name, the name of its list and its color, in the order they follow each other. */
export const STATUSES: readonly {
  value: SubscriptionStatus;
  label: string;
  plural: string;
  tone: Tone;
}[] = [
  { value: "confirmed", label: "Confirmada", plural: "Confirmadas", tone: "success" },
  { value: "pending", label: "Pendente", plural: "Pendentes", tone: "warning" },
  { value: "unsubscribed", label: "Cancelada", plural: "Canceladas", tone: "neutral" },
];

export function isStatus(value: string | null): value is SubscriptionStatus {
  return STATUSES.some((status) => status.value === value);
}
