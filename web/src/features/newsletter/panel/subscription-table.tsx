import "@/panel/list/record-table.css";
import "./subscription-table.css";
import type { Subscription } from "@/api/types";
import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { SubscriptionRow } from "./subscription-row";

interface SubscriptionTableProps {
  /** Undefined while the first ones are on their way. */
  subscriptions: Subscription[] | undefined;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
  onDelete: (subscription: Subscription) => void;
}

const COLUMNS = ["E-mail", "Situação", "Consentimento", "Pedida em", "Confirmada em", "Cancelada em"];
const AREAS = ["email", "status", "consent", "asked", "confirmed", "ended"] as const;
const PLACEHOLDERS = 10;

export function SubscriptionTable({ subscriptions, isStale, onDelete }: SubscriptionTableProps) {
  return (
    <table
      className={cn("record-table subscription-table", isStale && "opacity-60")}
      aria-busy={!subscriptions || isStale}
    >
      <caption className="sr-only">Inscrições na newsletter, da mais recente à mais antiga</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {subscriptions
          ? subscriptions.map((subscription) => (
              <SubscriptionRow key={subscription.id} subscription={subscription} onDelete={onDelete} />
            ))
          : Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)}
      </tbody>
    </table>
  );
}

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      {AREAS.map((area) => (
        <td key={area} data-area={area}>
          <Skeleton className="w-3/4" />
        </td>
      ))}
      <td data-area="actions" />
    </tr>
  );
}
