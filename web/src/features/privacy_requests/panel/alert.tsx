/** An alert on the dashboard: the number of privacy requests that wait for an answer. Hidden if there are none. */
import { useQuery } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import { Link } from "react-router";

import type { PrivacyRequestSummary } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { formatCount } from "@/panel/format";
import { requestSummary } from "./summary";

export function PrivacyRequestsAlert({ className }: { className?: string }) {
  const { data } = useQuery(requestSummary);
  if (!data || data.open === 0) return null;
  return (
    <p
      className={cn(
        "flex gap-3 rounded-lg px-4 py-3 text-sm",
        data.overdue > 0 ? "bg-danger-soft" : data.due_soon > 0 ? "bg-warning-soft" : "bg-sunken",
        className,
      )}
    >
      <ShieldQuestion
        className={cn("size-5 shrink-0", data.overdue > 0 ? "text-danger" : "text-warning")}
        aria-hidden
      />
      <span>
        {describe(data)}{" "}
        <Link to={panelPaths.privacyRequests} className="font-medium underline underline-offset-4">
          Ver pedidos
        </Link>
      </span>
    </p>
  );
}

function describe({ open, overdue, due_soon }: PrivacyRequestSummary): string {
  const all = `${formatCount(open, "pedido de privacidade espera", "pedidos de privacidade esperam")} resposta`;
  if (overdue > 0) return `${all}, ${overdue} em atraso.`;
  return due_soon > 0 ? `${all}, ${due_soon} com prazo de até três dias.` : `${all}.`;
}
