import type { Dashboard } from "@/api/types";
import { Card } from "@/panel/controls/card";
import { BarList, BarListPlaceholder } from "./bar-list";
import { serviceItems, statusItems } from "./breakdown";

interface BreakdownProps {
  dashboard: Dashboard | undefined;
  className: string;
}

export function StatusCard({ dashboard, className }: BreakdownProps) {
  return (
    <Card title="Por status" className={className}>
      {dashboard ? <BarList items={statusItems(dashboard.contacts)} /> : <BarListPlaceholder rows={4} />}
    </Card>
  );
}

export function ServiceCard({ dashboard, className }: BreakdownProps) {
  const days = dashboard?.contacts.by_day.length;
  return (
    <Card
      title="Por serviço de interesse"
      className={className}
      action={days !== undefined && <p className="text-muted text-xs">{days} dias</p>}
    >
      {dashboard ? <Services dashboard={dashboard} /> : <BarListPlaceholder rows={4} />}
    </Card>
  );
}

function Services({ dashboard: { contacts } }: { dashboard: Dashboard }) {
  const items = serviceItems(contacts);
  if (items.length > 0) return <BarList items={items} />;
  return (
    <p className="text-muted text-sm">
      {contacts.total > 0
        ? "Nenhum contato neste período."
        : "O serviço que cada pessoa escolhe no formulário é contado aqui: é o que os seus clientes procuram."}
    </p>
  );
}
