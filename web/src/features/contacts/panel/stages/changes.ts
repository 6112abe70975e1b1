/** Changes of the stage, the value and the outcome. They are shown at once and can be undone. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { api } from "@/api/client";
import { CONTACT_STAGE_LABELS } from "@/api/labels";
import type { Contact, StageChange } from "@/api/types";
import { ifMatch, type Versioned, versioned, versionOf } from "@/api/versioned";
import { patchBoard } from "@/features/contacts/panel/board/cache";
import { patchContact } from "@/features/contacts/panel/cache";
import { MUTATION_KEY, refresh } from "@/features/contacts/panel/changes";
import { ChangedMeanwhile, changeFresh } from "@/features/contacts/panel/fresh-change";
import { contactKeys } from "@/features/contacts/panel/queries";
import { notify, UNDO_LABEL } from "@/lib/notify";
import { notifyFailure } from "@/panel/notify-failure";
import { formatReais, isClosed, restoring } from "./stages";

export interface StageMove {
  contact: Contact;
  change: StageChange;
  /** Entity tag of the version that was shown; null if it is unknown. */
  etag?: string | null;
  /** Whether the change undoes another. */
  isUndo?: boolean;
}

/**
 * Returns the mutation that changes a contact's stage, value or outcome. `onMoved` is called as soon as the change is shown, and
 * `onRefused` when it is about to be rolled back.
 */
export function useChangeStage(onMoved?: (move: StageMove) => void, onRefused?: (contact: Contact) => void) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationKey: MUTATION_KEY,
    // One after another, so that a quick second move has the version after the first.
    scope: { id: "contact-stage" },
    mutationFn: ({ contact, change, etag = null }: StageMove) =>
      changeFresh(
        contact.id,
        newest(etag, etagOf(cache, contact.id)),
        (current) => isSame(current, contact),
        (etag) => send(contact.id, change, etag),
      ),
    onMutate: async (move) => {
      const { contact, change } = move;
      const shown = shownAfter(contact, change);
      const rollback = await patchContact(cache, contact.id, shown);
      const rollbackBoard = await patchBoard(cache, { ...contact, ...shown });
      onMoved?.(move);
      return () => {
        rollback();
        rollbackBoard();
      };
    },
    onError: async (error, { contact }, rollback) => {
      notifyFailure("Erro ao mudar a etapa", error);
      onRefused?.(contact);
      rollback?.();
      if (error instanceof ChangedMeanwhile) await show(cache, error.current);
    },
    onSuccess: (record, { contact, isUndo }) => {
      cache.setQueryData(contactKeys.record(contact.id), record);
      if (isUndo) {
        notify.success("Desfeito", contact.name);
        return;
      }
      const undo: StageMove = {
        contact: record.value,
        change: restoring(contact),
        etag: record.etag,
        isUndo: true,
      };
      notify.success(describeMove(contact, record.value), contact.name, {
        label: UNDO_LABEL,
        run: () => change.mutate(undo),
      });
    },
    onSettled: () => refresh(cache),
  });
  return change;
}

/** Shows a contact as a colleague has changed it. */
async function show(cache: QueryClient, current: Versioned<Contact>): Promise<void> {
  await patchContact(cache, current.value.id, current.value);
  await patchBoard(cache, current.value);
  cache.setQueryData(contactKeys.record(current.value.id), current);
}

/** Returns whether two contacts have the same stage, value and outcome. */
function isSame(one: Contact, other: Contact): boolean {
  return (
    one.stage === other.stage &&
    one.value_cents === other.value_cents &&
    one.lost_reason === other.lost_reason &&
    one.lost_text === other.lost_text
  );
}

/** Returns the entity tag of the newer version. */
function newest(one: string | null, other: string | null): string | null {
  return versionOf({ value: null, etag: one }) > versionOf({ value: null, etag: other }) ? one : other;
}

function send(id: string, change: StageChange, etag: string | null): Promise<Versioned<Contact>> {
  return versioned(
    api.PUT("/api/contacts/{id}/stage", { params: { path: { id }, ...ifMatch(etag) }, body: change }),
  );
}

function etagOf(cache: QueryClient, id: string): string | null {
  return cache.getQueryData<Versioned<Contact>>(contactKeys.record(id))?.etag ?? null;
}

/** Returns what the contact shows until the server has responded. */
function shownAfter(contact: Contact, change: StageChange): Partial<Contact> {
  const stage = change.stage ?? contact.stage;
  const isMoved = stage !== contact.stage;
  const before = isClosed(contact.stage) ? contact.closed_from : contact.stage;
  return {
    stage,
    stage_changed_at:
      change.stage_changed_at ?? (isMoved ? new Date().toISOString() : contact.stage_changed_at),
    closed_from: isClosed(stage) ? (change.closed_from ?? before) : null,
    value_cents: change.value_cents === undefined ? contact.value_cents : change.value_cents,
    lost_reason: stage === "lost" ? (change.lost_reason ?? contact.lost_reason) : null,
    lost_text: stage === "lost" ? (change.lost_text ?? contact.lost_text) : "",
    // A closed contact no longer waits for a reply.
    promise: isMoved && isClosed(stage) ? null : contact.promise,
  };
}

/** Describes a change: 'Em Proposta', 'Ganho: R$ 12.000,00', 'Valor atualizado'. */
export function describeMove(before: Contact, after: Contact): string {
  if (before.stage === after.stage) {
    return before.value_cents === after.value_cents ? "Motivo atualizado" : "Valor atualizado";
  }
  const label = CONTACT_STAGE_LABELS[after.stage];
  if (after.stage === "won" && after.value_cents !== null)
    return `${label}: ${formatReais(after.value_cents)}`;
  return isClosed(after.stage) ? `Marcado como ${label.toLowerCase()}` : `Movido para ${label}`;
}
