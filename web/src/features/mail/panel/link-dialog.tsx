/** Shows the link of a message that hasn't been sent, so that it can be handed over another way. */
import { useEffect } from "react";

import type { OutboxMessage } from "@/api/types";
import { CopyButton } from "@/panel/controls/copy-button";
import { Modal } from "@/panel/dialog/modal";
import { Skeleton } from "@/panel/feedback/skeleton";
import { useRevealLink } from "./queries";

interface LinkDialogProps {
  message: OutboxMessage;
  onClose: () => void;
}

export function LinkDialog({ message, onClose }: LinkDialogProps) {
  const { mutate, data, isError } = useRevealLink();
  useEffect(() => mutate(message, { onError: onClose }), [mutate, message, onClose]);
  if (isError) return null;
  return (
    <Modal size="small" title="Link do e-mail" onClose={onClose}>
      <div className="grid grid-cols-1 gap-3 px-5 py-4 text-sm">
        <p>
          Envie este link por outro meio a <strong className="font-medium">{message.to_email}</strong>. Quem
          tiver o link pode usá-lo; a consulta fica registrada.
        </p>
        {data ? (
          <div className="border-control bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
            <span className="min-w-0 grow truncate font-mono text-xs" title={data.url}>
              {data.url}
            </span>
            <CopyButton text={data.url} label="Copiar link" />
          </div>
        ) : (
          <Skeleton className="h-10" />
        )}
      </div>
    </Modal>
  );
}
