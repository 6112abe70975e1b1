/** Columns of the list of messages, with the actions on a message. */
import { Link2, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";

import type { OutboxMessage } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { useDialog } from "@/panel/dialog/use-dialog";
import { formatDateTime } from "@/panel/format";
import { CardCount } from "@/panel/list/card-count";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-actions";
import { RowButton } from "@/panel/list/row-link";
import { LinkDialog, MessageDialog } from "./dialogs";
import { useDeleteMessage, useRetry } from "./queries";
import { describeKind, describeState } from "./record";

export const CARDS: Cards = {
  narrow: '"subject subject" "to to" "state state" "when actions" "attempts actions" / minmax(0, 1fr) auto',
  medium: '"subject state actions" "to state actions" "when attempts actions" / minmax(0, 1fr) 15rem 6.5rem',
};

const SMALL = "self-start text-xs @table:text-[0.8125rem]/5";

/** Returns the columns. `configured` is whether a mail server is configured. */
export const columnsOf = (configured: boolean): RecordColumn<OutboxMessage>[] => [
  column("to", "Para", (message) => <Recipient {...message} />, {
    width: "minmax(9rem, 1.2fr)",
    className: "self-start @table:text-ink",
  }),
  column("subject", "Assunto", (message) => <Subject message={message} configured={configured} />, {
    width: "minmax(10rem, 2fr)",
    className: "self-start overflow-visible",
  }),
  column("state", "Situação", (message) => <State message={message} configured={configured} />, {
    width: "minmax(11rem, 1.2fr)",
    className: "self-start overflow-visible whitespace-normal wrap-anywhere",
  }),
  column(
    "attempts",
    "Tentativas",
    ({ attempts }) => <CardCount count={attempts} one="tentativa" many="tentativas" />,
    {
      width: "4.5rem",
      className: SMALL,
    },
  ),
  column("when", "Quando", (message) => <When message={message} configured={configured} />, {
    width: "9.5rem",
    className: SMALL,
  }),
  column("actions", "Ações", (message) => <Actions message={message} configured={configured} />, {
    width: "6.5rem",
    className: "self-start",
    isHeadingHidden: true,
  }),
];

interface MessageProps {
  message: OutboxMessage;
  configured: boolean;
}

function Recipient({ to_email, to_name }: OutboxMessage) {
  return (
    <>
      <span className="block truncate" title={to_email}>
        {to_email}
      </span>
      {to_name && <span className="text-muted block truncate text-xs">{to_name}</span>}
    </>
  );
}

function State({ message, configured }: MessageProps) {
  const { label, tone } = describeState(message, configured);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {message.last_error && <span className="mt-1 block text-xs">{message.last_error}</span>}
    </>
  );
}

function Subject({ message, configured }: MessageProps) {
  const { opened, open, close } = useDialog<true>(`message: ${message.id}`, { hasForm: false });
  return (
    <>
      <RowButton id={message.id} text={message.subject} className="font-medium" onClick={() => open(true)} />
      <span className="block truncate text-xs">{describeKind(message.kind)}</span>
      {opened && <MessageDialog message={message} configured={configured} onClose={close} />}
    </>
  );
}

function When({ message: { created_at, due_at, sent_at, state, attempts }, configured }: MessageProps) {
  const willRetry = state === "queued" && configured && attempts > 0;
  return (
    <>
      <time className="block" dateTime={sent_at ?? created_at}>
        {formatDateTime(sent_at ?? created_at)}
      </time>
      {willRetry && (
        <span className="block text-xs">
          Próxima: <time dateTime={due_at}>{formatDateTime(due_at)}</time>
        </span>
      )}
    </>
  );
}

/** The actions that the state of a message allows. A sent message has no actions. */
function Actions({ message, configured }: MessageProps) {
  const retry = useRetry();
  const remove = useDeleteMessage();
  const [dialog, setDialog] = useState<"link" | "deletion" | null>(null);
  const { state, to_email, attempts, has_link } = message;
  const close = () => setDialog(null);
  const canRetry = state === "failed" || (state === "queued" && configured && attempts > 0);
  const nameOf = (label: string) => ({ label, name: `${label}: ${to_email}` });
  return (
    <span className="flex justify-end gap-1">
      {has_link && <RowAction icon={Link2} {...nameOf("Mostrar link")} onClick={() => setDialog("link")} />}
      {canRetry && (
        <RowAction icon={RotateCw} {...nameOf("Enviar de novo")} onClick={() => retry.mutate(message)} />
      )}
      {state === "failed" && (
        <RowAction icon={Trash2} {...nameOf("Excluir")} isDanger onClick={() => setDialog("deletion")} />
      )}
      {dialog === "deletion" && (
        <ConfirmDialog
          question="Tem certeza que deseja excluir este e-mail?"
          action="Excluir"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(message, { onSettled: close })}
          onClose={close}
        >
          “{message.subject}” não chegou a {to_email} e não poderá mais ser reenviado.
        </ConfirmDialog>
      )}
      {dialog === "link" && <LinkDialog message={message} onClose={close} />}
    </span>
  );
}
