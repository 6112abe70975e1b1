/** Dialogs about a message: its details, and its link. */
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Link } from "react-router";

import type { OutboxMessage } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { CopyLink } from "@/panel/controls/copy-button";
import { Modal } from "@/panel/dialog/modal";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { useRevealLink } from "./queries";
import { describeKind, describeState, personOf } from "./record";

interface MessageDialogProps {
  message: OutboxMessage;
  configured: boolean;
  onClose: () => void;
}

/** Details of a message without its text, which is encrypted while the message is queued and deleted after sending. */
export function MessageDialog({ message, configured, onClose }: MessageDialogProps) {
  const { label, tone } = describeState(message, configured);
  const { to_email, to_name, state, attempts, created_at, due_at, expires_at, sent_at } = message;
  const person = personOf(message);
  const isWaiting = state === "queued";
  return (
    <Modal size="small" title={message.subject} onClose={onClose}>
      <div className="grid gap-5 overflow-y-auto p-5 text-sm">
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Fact label="Tipo">{describeKind(message.kind)}</Fact>
          <Fact label="Para">{to_name ? `${to_name} (${to_email})` : to_email}</Fact>
          <Fact label="Situação">
            <Badge tone={tone}>{label}</Badge>
          </Fact>
          {message.last_error && <Fact label="Motivo da falha">{message.last_error}</Fact>}
          <Fact label="Tentativas">{attempts}</Fact>
          <Fact label="Criado em">{formatDateTime(created_at)}</Fact>
          {sent_at && <Fact label="Enviado em">{formatDateTime(sent_at)}</Fact>}
          {isWaiting && configured && <Fact label="Próxima tentativa">{formatDateTime(due_at)}</Fact>}
          {isWaiting && (
            <Fact label="Tentativas até">
              {expires_at ? formatDateTime(expires_at) : "Três dias depois da primeira"}
            </Fact>
          )}
        </dl>
        <p className="text-muted">
          {state === "sent"
            ? "O texto foi apagado depois do envio: ele só existe na caixa de quem recebeu."
            : "O texto fica criptografado até o envio, porque pode ter um link pessoal, e depois é apagado."}
        </p>
        {person && (
          <Button asChild className="justify-self-start">
            <Link to={`${panelPaths.contacts}?${new URLSearchParams({ search: person })}`}>
              Ver os contatos de {person}
            </Link>
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

interface LinkDialogProps {
  message: OutboxMessage;
  onClose: () => void;
}

/** Shows the link in an unsent message, so that an administrator can deliver it another way. */
export function LinkDialog({ message, onClose }: LinkDialogProps) {
  const { mutate, data, isError } = useRevealLink();
  // Once, because the audit log records each call.
  const reveal = useEffectEvent(() => mutate(message, { onError: onClose }));
  useEffect(() => reveal(), []);
  if (isError) return null;
  return (
    <Modal size="small" title="Link do e-mail" onClose={onClose}>
      <div className="grid grid-cols-1 gap-3 px-5 py-4 text-sm">
        <p>
          Envie este link por outro meio a <strong className="font-medium">{message.to_email}</strong>. Quem
          tiver o link pode usá-lo; a consulta fica registrada.
        </p>
        {data ? <CopyLink url={data.url} label="Copiar link" /> : <Skeleton className="h-10" />}
      </div>
    </Modal>
  );
}
