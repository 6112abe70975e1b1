/** The fields an event is about, as they were and as they became. */
import type { AuditEvent } from "@/api/types";
import { ChangeTable } from "@/panel/edit/change-table";
import { changesOf } from "./changes";

export function EventChanges({ event }: { event: AuditEvent }) {
  const changes = changesOf(event);
  if (changes.length === 0) return null;
  const isChange = event.before !== null && event.after !== null;
  const caption = isChange ? "O que mudou" : event.before ? "Como era" : "Detalhes";
  return (
    <div className="mt-5">
      <ChangeTable caption={caption} changes={changes} isChange={isChange} />
    </div>
  );
}
