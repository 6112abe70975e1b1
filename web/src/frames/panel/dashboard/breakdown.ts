/** What the contacts are made up of, part by part. */
import type { ContactStats } from "@/api/types";
import { NO_SERVICE, serviceLine } from "@/features/contacts/panel/message";
import { CONTACTS, STATUSES } from "@/features/contacts/panel/record";
import type { BarListItem } from "./bar-list";
import { sum } from "./stat-cards";

export function statusItems({ by_status }: ContactStats): BarListItem[] {
  return STATUSES.map(({ value, label }) => ({
    label,
    count: by_status.find(({ status }) => status === value)?.count ?? 0,
    path: CONTACTS.url({ status: value }),
  }));
}

/** Those most asked about in the period, and the rest of it together. */
export function serviceItems({ by_service, by_day }: ContactStats): BarListItem[] {
  const items = by_service.map(({ service, count }) => ({
    label: service,
    count,
    path: service === NO_SERVICE ? null : CONTACTS.url({ search: serviceLine(service) }),
  }));
  const rest = sum(by_day) - by_service.reduce((total, { count }) => total + count, 0);
  return rest > 0 ? [...items, { label: "Demais serviços", count: rest, path: null }] : items;
}
