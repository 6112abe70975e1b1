/** Whether the server can do its work, as it says itself. A change is read out, after whatever is being read. */
import { useQuery } from "@tanstack/react-query";

import { cn } from "@/panel/cn";
import { serverHealth } from "./dashboard-queries";

const STATES = {
  pending: { system: "Verificando", connection: "Conectando…", dot: "bg-control" },
  success: { system: "Sistema online", connection: "Conectado", dot: "bg-success" },
  error: { system: "Sistema indisponível", connection: "Sem conexão", dot: "bg-danger" },
};

export function ConnectionStatus() {
  const { status } = useQuery(serverHealth);
  const { system, connection, dot } = STATES[status];
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <span className={cn("size-2 rounded-full", dot)} aria-hidden />
      <span className="font-medium">{system}</span>
      <span className={status === "error" ? "text-danger font-medium" : "text-muted"}>{connection}</span>
    </p>
  );
}
