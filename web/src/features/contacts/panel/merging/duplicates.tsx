/** Offers to merge the other contacts of the person into the open one, and to undo that. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Merge } from "lucide-react";
import { useRef, useState } from "react";

import { api } from "@/api/client";
import { MERGE_INPUT_IDS } from "@/api/limits";
import type { Contact, MergeInput, TimelineEntry } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { splitMessage } from "@/features/contacts/core/message";
import { MUTATION_KEY, refresh } from "@/features/contacts/panel/changes";
import { focusContactName } from "@/features/contacts/panel/details/focus-name";
import { contactKeys, contactRecord, contactTimeline } from "@/features/contacts/panel/queries";
import { STATUSES } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { cn } from "@/panel/cn";
import { OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { formatCount, formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

type Other = Extract<TimelineEntry, { kind: "contact" }>;

/** Returns the other contacts of the person that can be merged, newest first. */
export function mergeable(entries: readonly TimelineEntry[] | undefined, id: string): Other[] {
  const isOther = (entry: TimelineEntry): entry is Other =>
    entry.kind === "contact" && entry.contact_id !== id && entry.may_merge;
  return (entries ?? []).filter(isOther);
}

/** Number of contacts in a timeline from which on the server leaves out older ones. */
const MAX_CONTACTS = 50;

/** Returns '2 outros contatos desta pessoa', and whether there may be more that the timeline leaves out. */
export function describeOthers(count: number, entries: readonly TimelineEntry[]): string {
  const others = `${formatCount(count, "outro contato", "outros contatos")} desta pessoa`;
  const listed = entries.filter(({ kind }) => kind === "contact").length;
  if (listed < MAX_CONTACTS) return others;
  return `Pelo menos ${others}. Aqui aparecem os ${MAX_CONTACTS} contatos mais recentes.`;
}

/** Returns the request that merges contacts, unless they have changed since they were shown. */
export function mergeInput(chosen: readonly Other[]): MergeInput {
  return {
    ids: chosen.map(({ contact_id }) => contact_id),
    versions: Object.fromEntries(chosen.map(({ contact_id, version }) => [contact_id, version])),
  };
}

/** '2 outros contatos desta pessoa', with a button that merges them. */
export function Duplicates({ contact, className }: { contact: Contact; className: string }) {
  const { data } = useQuery(contactTimeline(contact.id));
  const [isAsking, setAsking] = useState(false);
  const others = mergeable(data?.entries, contact.id);
  if (others.length === 0 || contact.deleted_at || contact.quarantined) return null;
  return (
    <div
      className={cn(
        "bg-info-soft flex flex-wrap items-center justify-between gap-2 rounded-lg px-3 text-sm",
        className,
      )}
    >
      <span className="py-1">{describeOthers(others.length, data?.entries ?? [])}</span>
      <Button size="sm" icon={Merge} onClick={() => setAsking(true)}>
        Juntar
      </Button>
      {isAsking && <MergeDialog contact={contact} others={others} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface MergeDialogProps {
  contact: Contact;
  others: readonly Other[];
  onClose: () => void;
}

function MergeDialog({ contact, others, onClose }: MergeDialogProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(others.slice(MERGE_INPUT_IDS).map(({ contact_id }) => contact_id)),
  );
  const isMerged = useRef(false);
  const merge = useMerge(contact, () => {
    isMerged.current = true;
    onClose();
  });
  const chosen = others.filter(({ contact_id }) => !left.has(contact_id));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return (
    <Modal
      size="small"
      title="Juntar contatos"
      onClose={onClose}
      // A merge removes the button that opened the dialog.
      onClosed={(returnFocus) => (isMerged.current ? focusContactName() : returnFocus())}
    >
      <div className="grid gap-4 overflow-y-auto p-5 text-sm">
        {others.length > MERGE_INPUT_IDS && (
          <p className="font-medium">Você pode juntar até {MERGE_INPUT_IDS} contatos de cada vez.</p>
        )}
        <p>
          Mensagens, respostas e anotações passam para o contato de {contact.name}, que fica com o prazo mais
          próximo e com os dados que faltam nele. Dá para desfazer depois.
        </p>
        <ul className="grid gap-2">
          {others.map((other) => (
            <Choice
              key={other.contact_id}
              other={other}
              isChosen={!left.has(other.contact_id)}
              onToggle={() => toggle(other.contact_id)}
            />
          ))}
        </ul>
      </div>
      <div className="border-line flex flex-wrap gap-2 border-t px-5 py-3">
        <Button
          variant="primary"
          busy={merge.isPending}
          disabled={chosen.length === 0 || chosen.length > MERGE_INPUT_IDS}
          onClick={() => merge.mutate(chosen)}
        >
          Juntar {formatCount(chosen.length, "contato", "contatos")}
        </Button>
        <Button onClick={onClose}>Cancelar</Button>
      </div>
    </Modal>
  );
}

interface ChoiceProps {
  other: Other;
  isChosen: boolean;
  onToggle: () => void;
}

function Choice({ other, isChosen, onToggle }: ChoiceProps) {
  const { service, text } = splitMessage(other.message);
  return (
    <li>
      <label className="border-line hover:bg-sunken flex cursor-pointer items-start gap-3 rounded-lg border px-3 py-2">
        <input
          type="checkbox"
          className="accent-accent mt-1 size-4 shrink-0"
          checked={isChosen}
          onChange={onToggle}
        />
        <span className="grid min-w-0 grow gap-1">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium wrap-anywhere">{other.name}</span>
            <OptionBadge options={STATUSES} value={other.status} />
          </span>
          <span className="text-muted text-xs">
            {[formatDateTime(other.at), service].filter(Boolean).join(" · ")}
          </span>
          {text && <span className="text-muted line-clamp-2 wrap-anywhere">{text}</span>}
        </span>
      </label>
    </li>
  );
}

/** Returns the key of the message that offers to undo the newest merge into a contact. */
const offerOf = (id: string) => `merge:${id}`;

function useMerge(contact: Contact, onMerged: () => void) {
  const cache = useQueryClient();
  const undo = useUndoMerge();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: async (chosen: readonly Other[]) => {
      const { id } = contact;
      // The merge is refused if the contact has changed since it was read.
      const { etag } = await cache.query({ ...contactRecord(id), staleTime: "static" });
      return versioned(
        api.POST("/api/contacts/{id}/merge", {
          params: { path: { id }, ...ifMatch(etag) },
          body: mergeInput(chosen),
        }),
      );
    },
    onSuccess: (record, { length }) => {
      store(record);
      const text = `${formatCount(length, "contato veio", "contatos vieram")} para este.`;
      notify.undoable(offerOf(contact.id), "Contatos juntados", text, () => undo.mutate(contact.id));
      onMerged();
    },
    onError: (error) => {
      notifyFailure("Erro ao juntar contatos", error);
      void cache.invalidateQueries({ queryKey: contactKeys.record(contact.id) });
      void cache.invalidateQueries({ queryKey: contactTimeline(contact.id).queryKey });
    },
    onSettled: () => refresh(cache),
  });

  function store(record: Versioned<Contact>) {
    cache.setQueryData(contactKeys.record(record.value.id), record);
  }
}

/** Undoes the newest merge into a contact. */
export function useUndoMerge() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (id: string) =>
      versioned(api.POST("/api/contacts/{id}/merge/undo", { params: { path: { id } } })),
    onSuccess: (record) => {
      cache.setQueryData(contactKeys.record(record.value.id), record);
      notify.undone(offerOf(record.value.id), "Junção desfeita");
    },
    onError: (error) => notifyFailure("Erro ao desfazer a junção", error),
    onSettled: () => refresh(cache),
  });
}
