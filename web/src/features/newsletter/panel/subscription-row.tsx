import { Trash2 } from "lucide-react";

import type { Subscription } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { formatDateTime } from "@/panel/format";
import { Tooltip } from "@/panel/controls/tooltip";
import { STATUSES } from "./status";

interface SubscriptionRowProps {
  subscription: Subscription;
  onDelete: (subscription: Subscription) => void;
}

export function SubscriptionRow({ subscription, onDelete }: SubscriptionRowProps) {
  const { id, email, consented_at, confirmed_at, unsubscribed_at } = subscription;
  const status = STATUSES.find(({ value }) => value === subscription.status);
  return (
    <tr>
      <td data-area="email" title={email}>
        {email}
      </td>
      <td data-area="status">
        <Badge tone={status?.tone ?? "neutral"}>{status?.label ?? subscription.status}</Badge>
      </td>
      <td data-area="consent">
        <Consent subscription={subscription} />
      </td>
      <td data-area="asked">
        <Moment time={consented_at} />
      </td>
      <td data-area="confirmed">
        <Moment time={confirmed_at} />
      </td>
      <td data-area="ended">
        <Moment time={unsubscribed_at} />
      </td>
      <td data-area="actions">
        <Tooltip label="Apagar">
          <Button
            variant="danger"
            size="icon"
            aria-label={`Apagar ${email}`}
            data-delete-subscription={id}
            onClick={() => onDelete(subscription)}
          >
            <Trash2 aria-hidden />
          </Button>
        </Tooltip>
      </td>
    </tr>
  );
}

/** Which text was agreed to; the text itself is one click away. */
function Consent({ subscription: { consent_version, consent_text } }: { subscription: Subscription }) {
  if (consent_text === "") return <span>Sem registro</span>;
  return (
    <details>
      <summary>Texto {consent_version}</summary>
      <p>{consent_text}</p>
    </details>
  );
}

function Moment({ time }: { time: string | null }) {
  if (time === null) return <span aria-hidden>–</span>;
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}
