/** State of the server: whether it is ready, and problems of its configuration. */
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";

import type { OperationNotices as Notices } from "@/api/types";
import { cn } from "@/panel/cn";
import { serverHealth } from "./dashboard-queries";

const STATES = {
  pending: { system: "Verificando", connection: "Conectando…", dot: "bg-control" },
  success: { system: "Sistema online", connection: "Conectado", dot: "bg-success" },
  error: { system: "Sistema indisponível", connection: "Sem conexão", dot: "bg-danger" },
};

/** Shows whether the server is ready. Screen readers announce changes. */
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

/** Configuration problems of the server, for administrators. */
export function OperationNotices({ notices }: { notices: Notices | null | undefined }) {
  if (!notices?.untrusted_proxy && !notices?.public_url_missing) return null;
  return (
    <section
      aria-label="Avisos sobre o servidor"
      className="bg-warning-soft mb-4 flex gap-3 rounded-lg px-4 py-3 text-sm"
    >
      <TriangleAlert className="text-warning mt-0.5 size-5 shrink-0" aria-hidden />
      <ul className="grid min-w-0 gap-1.5">
        {notices.untrusted_proxy && (
          <li>
            <strong className="font-semibold">Todos os visitantes contam como um só.</strong> As visitas
            chegam por um proxy em {notices.untrusted_proxy}, que não está em{" "}
            <code className="text-xs">VITRINE_TRUSTED_PROXIES</code>: os limites contra abuso podem recusar
            contatos verdadeiros.
          </li>
        )}
        {notices.public_url_missing && (
          <li>
            <strong className="font-semibold">O endereço do site não está definido.</strong> Sem{" "}
            <code className="text-xs">VITRINE_PUBLIC_URL</code>, os links em e-mails e nos buscadores apontam
            para o lugar errado.
          </li>
        )}
      </ul>
    </section>
  );
}
