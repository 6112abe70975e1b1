/** The timeline of a person, identified by email or phone: contacts, notes, replies and changes. */
import { useQuery } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import type { Contact, Timeline, TimelineEntry } from "@/api/types";
import { contactTimeline, isQueuedReply } from "@/features/contacts/panel/queries";
import { Skeleton } from "@/panel/feedback/skeleton";
import { NoteForm } from "./note-form";
import { TimelineItem } from "./timeline-item";

export function ContactTimeline({ contact: { id } }: { contact: Contact }) {
  const { data, error } = useQuery(contactTimeline(id));
  return (
    <section aria-labelledby={`timeline-${id}`} className="mt-6 grid gap-4">
      <h3 id={`timeline-${id}`} className="text-sm font-semibold">
        Linha do tempo
      </h3>
      <NoteForm id={id} />
      {data ? (
        <Entries timeline={data} contact_id={id} />
      ) : error ? (
        <p className="text-muted text-sm">{messageOf(error)}</p>
      ) : (
        <div className="grid gap-3" aria-hidden>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
    </section>
  );
}

function Entries({ timeline, contact_id }: { timeline: Timeline; contact_id: string }) {
  const { entries, can_send_mail } = timeline;
  const names = namesOf(entries);
  return (
    <>
      {!can_send_mail && entries.some(isQueuedReply) && (
        <p className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm">
          Nenhum servidor de e-mail está configurado: as respostas esperam na fila até que haja um.
        </p>
      )}
      <ol className="border-line grid gap-4 border-l pl-4">
        {entries.map((entry) => (
          <TimelineItem
            key={keyOf(entry)}
            entry={entry}
            contact_id={contact_id}
            names={names}
            can_send_mail={can_send_mail}
          />
        ))}
      </ol>
    </>
  );
}

/** Returns the senders' names of the contacts in the timeline, by id. */
const namesOf = (entries: readonly TimelineEntry[]): ReadonlyMap<string, string> =>
  new Map(entries.flatMap((entry) => (entry.kind === "contact" ? [[entry.contact_id, entry.name]] : [])));

/** Returns a React key for an entry. Changes have no id; two at the same time differ in their text. */
function keyOf(entry: TimelineEntry): string {
  const own = "id" in entry ? entry.id : entry.kind === "change" ? entry.text : "";
  return [entry.kind, entry.contact_id, entry.at, own].join(" ");
}
