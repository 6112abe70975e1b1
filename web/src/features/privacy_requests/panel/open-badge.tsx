/** The number of privacy requests that wait for an answer, beside the menu entry. Hidden if there are none. */
import { useQuery } from "@tanstack/react-query";

import { Badge } from "@/panel/controls/badge";
import { formatNumber } from "@/panel/format";
import { requestSummary } from "./summary";

export function OpenRequestsBadge() {
  const { data } = useQuery(requestSummary);
  if (!data || data.open === 0) return null;
  const tone = data.overdue > 0 ? "danger" : data.due_soon > 0 ? "warning" : "neutral";
  return (
    <span className="ml-auto">
      <Badge tone={tone}>
        {formatNumber(data.open)}
        <span className="sr-only"> a responder</span>
        {data.overdue > 0 && <span className="sr-only">, {formatNumber(data.overdue)} em atraso</span>}
      </Badge>
    </span>
  );
}
