/** Notices about mail that can't be sent. */
import { MailWarning } from "lucide-react";

import { cn } from "@/panel/cn";
import { formatCount } from "@/panel/format";

/** Explains that no mail server is configured: how much mail waits, how long it stays valid, and which variables to set. */
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
        <p>Defina no servidor e reinicie o Vitrine:</p>
        <pre className="bg-surface border-line rounded-md border px-3 py-2 text-xs break-all whitespace-pre-wrap">
          {
            "VITRINE_SMTP_URL=smtps://usuario:senha@smtp.exemplo.com.br\nVITRINE_MAIL_FROM=Exemplo TI <contato@exemplo.com.br>"
          }
        </pre>
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
