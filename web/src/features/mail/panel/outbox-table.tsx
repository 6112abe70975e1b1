import "@/panel/list/record-table.css";
import "./outbox-table.css";
import type { OutboxMessage } from "@/api/types";
import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { OutboxRow } from "./outbox-row";

interface OutboxTableProps {
  /** Undefined while the first ones are on their way. */
  messages: OutboxMessage[] | undefined;
  configured: boolean;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
}

const COLUMNS = ["Para", "Assunto", "Situação", "Tentativas", "Quando"] as const;
const AREAS = ["to", "subject", "state", "attempts", "when"] as const;
const PLACEHOLDERS = 8;

export function OutboxTable({ messages, configured, isStale }: OutboxTableProps) {
  return (
    <table
      className={cn("record-table outbox-table", isStale && "opacity-60")}
      aria-busy={!messages || isStale}
    >
      <caption className="sr-only">E-mails, do mais recente ao mais antigo</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {messages
          ? messages.map((message) => (
              <OutboxRow key={message.id} message={message} configured={configured} />
            ))
          : Array.from({ length: PLACEHOLDERS }, (_, index) => (
              <tr key={index} aria-hidden>
                {AREAS.map((area) => (
                  <td key={area} data-area={area}>
                    <Skeleton className="w-3/4" />
                  </td>
                ))}
                <td data-area="actions" />
              </tr>
            ))}
      </tbody>
    </table>
  );
}
