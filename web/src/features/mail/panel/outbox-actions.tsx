import { Link2, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";

import type { OutboxMessage } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Tooltip } from "@/panel/controls/tooltip";
import { LinkDialog } from "./link-dialog";
import { useDeleteMessage, useRetry } from "./outbox-changes";

/** What can be done about a message depends on where it stands: nothing about one that was sent. */
export function OutboxActions({ message, configured }: { message: OutboxMessage; configured: boolean }) {
  const retry = useRetry();
  const remove = useDeleteMessage();
  const [showsLink, setShowsLink] = useState(false);
  const [asks, setAsking] = useState(false);
  const { state, to_email } = message;
  const retryable = state === "failed" || (state === "queued" && configured && message.attempts > 0);
  return (
    <span className="relative z-10 flex justify-end gap-1">
      {message.has_link && (
        <Action icon={Link2} label="Mostrar link" of={to_email} onClick={() => setShowsLink(true)} />
      )}
      {retryable && (
        <Action icon={RotateCw} label="Enviar de novo" of={to_email} onClick={() => retry.mutate(message)} />
      )}
      {state === "failed" && (
        <Action icon={Trash2} label="Excluir" of={to_email} onClick={() => setAsking(true)} />
      )}
      {asks && (
        <ConfirmDialog
          question="Tem certeza que deseja excluir este e-mail?"
          action="Excluir"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(message, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          “{message.subject}” não chegou a {to_email} e não poderá mais ser reenviado.
        </ConfirmDialog>
      )}
      {showsLink && <LinkDialog message={message} onClose={() => setShowsLink(false)} />}
    </span>
  );
}

interface ActionProps {
  icon: typeof Trash2;
  label: string;
  of: string;
  onClick: () => void;
}

function Action({ icon: Icon, label, of, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <Button
        variant={Icon === Trash2 ? "danger" : "ghost"}
        size="icon"
        aria-label={`${label}: ${of}`}
        onClick={onClick}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
