/** Notices about mail that can't be sent. */
import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { Link } from "react-router";

import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { formatCount } from "@/panel/format";
import { outboxSummary } from "./queries";

interface WithheldAlertProps {
  /** Whether to link to the settings of the mail servers. */
  isLinked?: boolean;
  className?: string;
}

/**
 * Warns that mail is withheld: its sender is an address for examples, or its recipient is the demo company. Nothing is drawn if none
 * is. For administrators.
 */
export function WithheldAlert({ isLinked = true, className }: WithheldAlertProps) {
  const { data } = useQuery(outboxSummary);
  if (!data || (data.withheld === 0 && data.refused_sender === null)) return null;
  const { withheld, refused_sender } = data;
  return (
    <section
      aria-labelledby="withheld-alert"
      className={cn("bg-danger-soft flex gap-3 rounded-lg px-4 py-3 text-sm", className)}
    >
      <MailWarning className="text-danger mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1.5">
        <h2 id="withheld-alert" className="text-danger font-semibold">
          {withheld > 0
            ? formatCount(withheld, "e-mail está retido", "e-mails estão retidos")
            : "Nenhum e-mail sai do site"}
        </h2>
        {refused_sender === null ? (
          <p>
            São avisos de contatos para a empresa de demonstração. Eles vão para a empresa assim que ela tiver
            um e-mail de contato.{" "}
            <Link to={panelPaths.contactSettings} className="font-medium underline underline-offset-4">
              Informar o e-mail
            </Link>
          </p>
        ) : (
          <p>
            O remetente, {refused_sender}, é um endereço de exemplo. O que está retido sai quando o envio
            tiver um remetente da empresa.{" "}
            {isLinked && (
              <Link to={panelPaths.mailServers} className="font-medium underline underline-offset-4">
                Configurar o envio
              </Link>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

/** Explains that no mail server is configured: how much mail waits, how long it stays valid, and where to configure one. */
export function SetupBanner({ waiting }: { waiting: number }) {
  return (
    <section
      aria-labelledby="setup-banner"
      className="bg-warning-soft mb-5 flex gap-3 rounded-lg px-4 py-3 text-sm"
    >
      <MailWarning className="text-warning mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-1.5">
        <h2 id="setup-banner" className="text-warning font-semibold">
          O envio de e-mails ainda não está configurado
        </h2>
        <p>
          {waiting > 0 && `${formatCount(waiting, "e-mail aguarda", "e-mails aguardam")} na fila. `}O que está
          na fila sai quando o envio funcionar; o que não sair em 90 dias é apagado. A confirmação ao
          visitante informa um prazo de resposta e não sai depois dele. Os links podem ser copiados aqui, mas
          têm prazo: convites valem 7 dias, novas senhas 30 minutos e a confirmação de e-mail 24 horas. Depois
          disso, é preciso pedir outro. As confirmações da newsletter que vencerem são enviadas de novo quando
          o envio funcionar.
        </p>
        <p>
          <Link to={panelPaths.mailServers} className="font-medium underline underline-offset-4">
            Configurar o envio
          </Link>
        </p>
      </div>
    </section>
  );
}

/** Warns that no mail is sent. `problem` is the server's reason, such as that the mail server refuses all mail. */
export function SendingPaused({ problem, className }: { problem: string; className: string }) {
  return (
    <p role="alert" className={cn("bg-warning-soft rounded-md px-3 py-2 text-sm", className)}>
      <strong className="text-warning font-semibold">O envio está parado.</strong> {problem}
      <span className="block">
        Novas tentativas são automáticas. O que não for enviado continua em “E-mails”.
      </span>
    </p>
  );
}

/** Warns that replies of customers don't arrive. `problem` is the reason, such as that the server refuses the password. */
export function ReceivingPaused({ problem, className }: { problem: string; className: string }) {
  return (
    <p role="alert" className={cn("bg-warning-soft rounded-md px-3 py-2 text-sm", className)}>
      <strong className="text-warning font-semibold">As respostas dos clientes não estão chegando.</strong>{" "}
      {problem}{" "}
      <Link to={panelPaths.mailServers} className="font-medium underline underline-offset-4">
        Configurações de E-mail
      </Link>
    </p>
  );
}
