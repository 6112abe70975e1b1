import { TriangleAlert } from "lucide-react";

import type { OperationNotices as Notices } from "@/api/types";

/** Configuration problems of the server, for administrators. */
export function OperationNotices({ notices }: { notices: Notices | null | undefined }) {
  if (!notices?.untrusted_proxy && !notices?.public_url_missing) return null;
  return (
    <section
      aria-label="Avisos sobre o servidor"
      className="bg-warning-soft mt-6 flex gap-3 rounded-lg px-4 py-3 text-sm"
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
