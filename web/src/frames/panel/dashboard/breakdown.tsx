/** Contacts by status and by service. */
import type { ContactStats } from "@/api/types";
import { CONTACTS, STATUSES } from "@/features/contacts/panel/record";
import { Card } from "@/panel/controls/card";
import { BarList, type BarListItem, BarListPlaceholder } from "./bar-list";
import { sum } from "./stat-cards";

interface BreakdownProps {
  /** Undefined while they load. */
  contacts: ContactStats | undefined;
  className: string;
}

export function StatusCard({ contacts, className }: BreakdownProps) {
  return (
    <Card title="Por status" className={className}>
      {contacts ? <BarList items={statusItems(contacts)} /> : <BarListPlaceholder rows={4} />}
    </Card>
  );
}

export function ServiceCard({ contacts, className }: BreakdownProps) {
  const days = contacts?.by_day.length;
  return (
    <Card
      title="Por serviço de interesse"
      className={className}
      action={days !== undefined && <p className="text-muted text-xs">{days} dias</p>}
    >
      {contacts ? <Services contacts={contacts} /> : <BarListPlaceholder rows={4} />}
    </Card>
  );
}

function Services({ contacts }: { contacts: ContactStats }) {
  const items = serviceItems(contacts);
  if (items.length > 0) return <BarList items={items} />;
  return (
    <p className="text-muted text-sm">
      {contacts.total > 0
        ? "Nenhum contato neste período."
        : "Aqui você vê quais serviços as pessoas mais escolhem no formulário do site."}
    </p>
  );
}

export function statusItems({ by_status }: ContactStats): BarListItem[] {
  return STATUSES.map(({ value, label }) => {
    const found = by_status.find(({ status }) => status === value);
    return {
      label,
      count: found?.count ?? 0,
      hasMore: found?.has_more ?? false,
      path: CONTACTS.url({ status: value }),
    };
  });
}

/** Returns the period's services with the most contacts, and the sum of the others. */
export function serviceItems({ by_service, by_day }: ContactStats): BarListItem[] {
  const items = by_service.map(({ service, count }) => ({
    label: service,
    count,
    path: CONTACTS.url({ service }),
  }));
  const rest = sum(by_day) - by_service.reduce((total, { count }) => total + count, 0);
  return rest > 0 ? [...items, { label: "Demais serviços", count: rest, path: null }] : items;
}
