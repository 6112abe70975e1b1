/** Warns that the company has no email address yet, and says who receives its mail until then. */
import { MailWarning } from "lucide-react";
import { Link } from "react-router";

import { panelPaths } from "@/lib/paths";

export function MailboxAlert({ className = "" }: { className?: string }) {
  return (
    <section
      aria-labelledby="mailbox-alert"
      className={`bg-danger-soft flex gap-3 rounded-lg px-4 py-3 text-sm ${className}`}
    >
      <MailWarning className="text-danger mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1.5">
        <h2 id="mailbox-alert" className="text-danger font-semibold">
          A empresa ainda não tem um e-mail de contato
        </h2>
        <p>
          Até lá, os avisos de novos contatos vão para os administradores, o site não mostra nenhum e-mail e
          as respostas dos clientes chegam ao endereço que envia as mensagens.{" "}
          <Link to={panelPaths.contactSettings} className="font-medium underline underline-offset-4">
            Informar o e-mail
          </Link>
        </p>
      </div>
    </section>
  );
}
