/** The timeline of a person, identified by email or phone: contacts, received mail, notes, replies and changes, oldest first. */
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";

import { messageOf } from "@/api/api-error";
import type { Contact, TimelineEntry } from "@/api/types";
import { contactTimeline, isQueuedReply } from "@/features/contacts/panel/queries";
import { TimelineItem } from "./timeline-item";

export function ContactTimeline({ contact }: { contact: Contact }) {
  const { data, error } = useQuery(contactTimeline(contact.id));
  const can_send_mail = data?.can_send_mail ?? true;
  // Until the timeline has loaded, it has the open contact.
  const entries = data ? data.entries.toReversed() : [entryOf(contact)];
  const names = namesOf(entries);
  const section = useNewestShown(data?.entries.length);
  return (
    <section
      ref={section}
      aria-label="Linha do tempo"
      aria-busy={!data && !error}
      // The section scrolls, so it must be reachable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as axe requires of scrollable regions
      tabIndex={0}
      className="@lines:overflow-y-auto px-4 py-4 -outline-offset-2 sm:px-6"
    >
      {!can_send_mail && entries.some(isQueuedReply) && (
        <p className="bg-warning-soft text-warning mb-4 rounded-lg px-3 py-2 text-sm">
          Nenhum servidor de e-mail está configurado: as respostas esperam na fila até que haja um.
        </p>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {entries.map((entry) => (
          <TimelineItem
            key={keyOf(entry)}
            entry={entry}
            contact={contact}
            names={names}
            can_send_mail={can_send_mail}
          />
        ))}
      </ol>
      {error && !data && <p className="text-muted mt-4 text-sm">{messageOf(error)}</p>}
    </section>
  );
}

/** Scrolls to the newest entry when entries appear. */
function useNewestShown(count: number | undefined) {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (count === undefined) return;
    // In a narrow pane, the element around the section scrolls.
    for (const element of [section.current, section.current?.parentElement]) {
      if (element) element.scrollTop = element.scrollHeight;
    }
  }, [count]);
  return section;
}

function entryOf({ id, name, message, status, channel, created_at, deleted_at }: Contact): TimelineEntry {
  const flags = { is_deleted: deleted_at !== null, is_merged: false, may_merge: false, version: 0 };
  return {
    kind: "contact",
    contact_id: id,
    at: created_at,
    author: null,
    name,
    message,
    status,
    channel,
    attachments: [],
    refused_attachments: [],
    ...flags,
  };
}

/** Returns the senders' names of the contacts in the timeline, by id. */
const namesOf = (entries: readonly TimelineEntry[]): ReadonlyMap<string, string> =>
  new Map(entries.flatMap((entry) => (entry.kind === "contact" ? [[entry.contact_id, entry.name]] : [])));

/** Returns a React key for an entry. Changes have no id; two at the same time differ in their text. */
function keyOf(entry: TimelineEntry): string {
  const own = "id" in entry ? entry.id : entry.kind === "change" ? entry.text : "";
  return [entry.kind, entry.contact_id, entry.at, own].join(" ");
}
