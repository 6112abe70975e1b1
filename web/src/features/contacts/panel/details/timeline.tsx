/** The timeline of a person, identified by email or phone: contacts, received mail, notes, replies and changes, oldest first. */
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { Contact, TimelineEntry } from "@/api/types";
import { contactTimeline, isQueuedReply } from "@/features/contacts/panel/queries";
import { formatCount } from "@/panel/format";
import { TimelineItem } from "./timeline-item";

export function ContactTimeline({ contact }: { contact: Contact }) {
  const { data, error } = useQuery(contactTimeline(contact.id));
  const can_send_mail = data?.can_send_mail ?? true;
  // Until the timeline has loaded, it has the open contact.
  const entries = data ? data.entries.toReversed() : [entryOf(contact)];
  const names = namesOf(entries);
  const section = useNewestShown(data?.entries);
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
          O envio de e-mail ainda não está configurado: as respostas esperam na fila. Avise um administrador.
        </p>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {foldChanges(entries).map(({ entry, earlier }) => (
          <TimelineItems
            key={keyOf(earlier[0] ?? entry)}
            entry={entry}
            earlier={earlier}
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

interface TimelineItemsProps extends ComponentProps<typeof TimelineItem> {
  /** Changes just before the entry, which are hidden at first. */
  earlier: readonly TimelineEntry[];
}

/** An entry, with a button that shows the changes before it. */
function TimelineItems({ entry, earlier, ...props }: TimelineItemsProps) {
  const [isOpen, setOpen] = useState(false);
  const verb = isOpen ? "Ocultar" : "Mais";
  const changes = formatCount(earlier.length, "mudança anterior", "mudanças anteriores");
  return (
    <>
      {isOpen && earlier.map((change) => <TimelineItem key={keyOf(change)} entry={change} {...props} />)}
      <TimelineItem
        entry={entry}
        {...props}
        more={
          earlier.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              // The text is short, so that a change takes one line.
              aria-label={`${verb} ${changes}`}
              title={`${verb} ${changes}`}
              className="hover:text-ink min-h-6 underline underline-offset-4"
              onClick={() => setOpen(!isOpen)}
            >
              {verb} {earlier.length}
            </button>
          )
        }
      />
    </>
  );
}

/** Height of the space below the entries. */
const END_PX = 16;

/**
 * Scrolls to the newest entry when entries appear or its delivery changes. An entry at the lower edge stays there when the reply
 * below the timeline gets higher.
 */
function useNewestShown(entries: readonly TimelineEntry[] | undefined) {
  const section = useRef<HTMLElement>(null);
  const count = entries?.length;
  const newest = entries?.[0];
  const delivery = newest?.kind === "reply" && newest.state;
  useLayoutEffect(() => {
    if (count !== undefined) scrollersOf(section.current).forEach(scrollToEnd);
  }, [count, delivery]);
  useEffect(() => {
    const heights = new Map<Element, number>();
    const observer = new ResizeObserver((changes) => {
      for (const { target } of changes) {
        const former = heights.get(target) ?? 0;
        heights.set(target, target.clientHeight);
        if (former > 0 && target.scrollHeight - target.scrollTop - former < END_PX) scrollToEnd(target);
      }
    });
    for (const element of scrollersOf(section.current)) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return section;
}

/** Returns the section and the element around it, which scrolls in a narrow pane. */
const scrollersOf = (section: HTMLElement | null) =>
  [section, section?.parentElement].filter((element) => element != null);

function scrollToEnd(element: Element): void {
  element.scrollTop = element.scrollHeight;
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

interface Folded {
  entry: TimelineEntry;
  earlier: readonly TimelineEntry[];
}

/** Groups consecutive changes, also of different contacts: the newest one with those before it. `entries` are oldest first. */
export function foldChanges(entries: readonly TimelineEntry[]): Folded[] {
  const folded: Folded[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (entry.kind === "change" && last?.entry.kind === "change")
      folded.splice(-1, 1, { entry, earlier: [...last.earlier, last.entry] });
    else folded.push({ entry, earlier: [] });
  }
  return folded;
}

/** Returns the senders' names of the contacts in the timeline, by id. */
const namesOf = (entries: readonly TimelineEntry[]): ReadonlyMap<string, string> =>
  new Map(entries.flatMap((entry) => (entry.kind === "contact" ? [[entry.contact_id, entry.name]] : [])));

/** Returns a React key for an entry. Changes have no id; two at the same time differ in their text. */
function keyOf(entry: TimelineEntry): string {
  const own = "id" in entry ? entry.id : entry.kind === "change" ? entry.text : "";
  return [entry.kind, entry.contact_id, entry.at, own].join(" ");
}
