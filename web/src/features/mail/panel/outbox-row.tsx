import { useState } from "react";

import type { OutboxMessage } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { formatDateTime } from "@/panel/format";
import { describeKind } from "./mail-kind";
import { describeState } from "./mail-state";
import { MessageDialog } from "./message-dialog";
import { OutboxActions } from "./outbox-actions";

export function OutboxRow({ message, configured }: { message: OutboxMessage; configured: boolean }) {
  const { label, tone } = describeState(message, configured);
  const [isOpen, setOpen] = useState(false);
  return (
    <tr>
      <td data-area="to">
        <span className="block truncate" title={message.to_email}>
          {message.to_email}
        </span>
        {message.to_name && <span className="text-muted block truncate text-xs">{message.to_name}</span>}
      </td>
      <td data-area="subject">
        <button
          type="button"
          data-row-link
          className="block max-w-full cursor-pointer truncate text-start"
          title={message.subject}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {message.subject}
        </button>
        <span className="text-muted block truncate text-xs">{describeKind(message.kind)}</span>
      </td>
      <td data-area="state">
        <Badge tone={tone}>{label}</Badge>
        {message.last_error && <span className="text-muted mt-1 block text-xs">{message.last_error}</span>}
      </td>
      <td data-area="attempts">
        {message.attempts}
        <span className="attempts-word"> {message.attempts === 1 ? "tentativa" : "tentativas"}</span>
      </td>
      <td data-area="when">
        <When message={message} configured={configured} />
      </td>
      <td data-area="actions">
        <OutboxActions message={message} configured={configured} />
        {isOpen && <MessageDialog message={message} configured={configured} onClose={() => setOpen(false)} />}
      </td>
    </tr>
  );
}

function When({ message, configured }: { message: OutboxMessage; configured: boolean }) {
  const { created_at, due_at, sent_at, state, attempts } = message;
  const next = state === "queued" && configured && attempts > 0;
  return (
    <>
      <time className="block" dateTime={sent_at ?? created_at}>
        {formatDateTime(sent_at ?? created_at)}
      </time>
      {next && (
        <span className="text-muted block text-xs">
          Próxima: <time dateTime={due_at}>{formatDateTime(due_at)}</time>
        </span>
      )}
    </>
  );
}
