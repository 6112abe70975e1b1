import { SUBSCRIPTION_STATUS_LABELS as labels } from "@/api/labels";
import type { SubscriptionStatus } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Every status with its name, the name of its list and its color, in the order they follow each other. */
export const STATUSES: readonly {
  value: SubscriptionStatus;
  label: string;
  plural: string;
  tone: Tone;
}[] = [
  { value: "confirmed", label: labels.confirmed, plural: "Confirmadas", tone: "success" },
  { value: "pending", label: labels.pending, plural: "Pendentes", tone: "warning" },
  { value: "unsubscribed", label: labels.unsubscribed, plural: "Canceladas", tone: "neutral" },
];

export function isStatus(value: string | null): value is SubscriptionStatus {
  return STATUSES.some((status) => status.value === value);
}
