/** What staff do with a contact: shown at once, told to the server, taken back if it refuses. */
import { type Query, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { afterChanges } from "@/api/after-changes";
import { api, body } from "@/api/client";
import type { Contact, ContactStatus } from "@/api/types";
import { notify } from "@/lib/notify";
import { patchContact, removeContact } from "./contact-cache";
import { contactKeys, type ContactRecord, etagOf } from "./contact-queries";

interface Change {
  status?: ContactStatus;
  quarantined?: boolean;
  assigned_to?: string | null;
}

export const mutationKey = ["contacts"];

export function useSetStatus() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id, status }: { id: string; status: ContactStatus }) => update(id, { status }),
    onMutate: ({ id, status }) => patchContact(cache, id, { status }),
    onSuccess: (record) => {
      keep(cache, record);
      notify.success("Status atualizado");
    },
    onError: (error, _, rollback) => {
      rollback?.();
      notify.error("Erro ao atualizar status", messageOf(error));
    },
    onSettled: () => refresh(cache),
  });
}

export function useAssign() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id, assigned_to }: { id: string; assigned_to: string | null }) =>
      update(id, { assigned_to }),
    onMutate: ({ id, assigned_to }) => patchContact(cache, id, { assigned_to }),
    onSuccess: (record) => {
      keep(cache, record);
      notify.success(record.contact.assigned_to ? "Responsável definido" : "Contato sem responsável");
    },
    onError: (error, _, rollback) => {
      rollback?.();
      notify.error("Erro ao definir responsável", messageOf(error));
    },
    onSettled: () => refresh(cache),
  });
}

/** 'Não é spam': moves a contact from quarantine to the inbox. */
export function useRelease() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Contact) => update(id, { quarantined: false }),
    onMutate: ({ id }) => removeContact(cache, id),
    onSuccess: (record) => {
      keep(cache, record);
      notify.success("Contato movido para Recebidos");
    },
    onError: (error, _, rollback) => {
      rollback?.();
      notify.error("Erro ao mover contato", messageOf(error));
    },
    onSettled: () => refresh(cache),
  });
}

export function useDeleteContact() {
  const cache = useQueryClient();
  const restore = useRestoreContact();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Contact) => body(api.DELETE("/api/contacts/{id}", { params: { path: { id } } })),
    onMutate: ({ id }) => removeContact(cache, id),
    onSuccess: (_, contact) => {
      cache.removeQueries({ queryKey: contactKeys.record(contact.id) });
      notify.success("Contato excluído", contact.name, {
        label: "Desfazer",
        run: () => restore.mutate(contact),
      });
    },
    onError: (error, _, rollback) => {
      rollback?.();
      notify.error("Erro ao excluir contato", messageOf(error));
    },
    onSettled: () => refresh(cache),
  });
}

export function useRestoreContact() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Contact) =>
      body(api.POST("/api/contacts/{id}/restore", { params: { path: { id } } })),
    // One that is being undone is in no list yet; one in the trash leaves it.
    onMutate: ({ id, deleted_at }) => (deleted_at ? removeContact(cache, id) : undefined),
    onSuccess: ({ id, name }) => {
      cache.removeQueries({ queryKey: contactKeys.record(id) });
      notify.success("Contato restaurado", name);
    },
    onError: (error, _, rollback) => {
      rollback?.();
      notify.error("Erro ao restaurar contato", messageOf(error));
    },
    onSettled: () => refresh(cache),
  });
}

/**
 * Sets a new contact to read because somebody has opened it. It only holds for the version that was opened: if a
 * colleague has changed it meanwhile, theirs stands.
 */
export async function markRead(cache: QueryClient, { contact, etag }: ContactRecord): Promise<void> {
  try {
    const record = await update(contact.id, { status: "read" }, etag);
    await patchContact(cache, contact.id, { status: record.contact.status });
    keep(cache, record);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) {
      notify.error("Erro ao atualizar status", messageOf(error));
    }
    await cache.invalidateQueries({ queryKey: contactKeys.record(contact.id) });
  }
  // A list that was loading until then: showing the change has canceled that.
  const hasNoRows = { type: "active", predicate: ({ state }: Query) => state.data === undefined } as const;
  void cache.refetchQueries({ queryKey: contactKeys.lists, ...hasNoRows });
  await cache.invalidateQueries({ queryKey: contactKeys.summary });
  await cache.invalidateQueries({ queryKey: contactKeys.timelines });
}

async function update(id: string, change: Change, etag: string | null = null): Promise<ContactRecord> {
  const params = { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
  const call = api.PUT("/api/contacts/{id}", { params, body: change });
  return { contact: await body(call), etag: await etagOf(call) };
}

function keep(cache: QueryClient, record: ContactRecord): void {
  cache.setQueryData(contactKeys.record(record.contact.id), record);
}

/** Asks for the lists again, once the last of several quick changes is through. */
export function refresh(cache: QueryClient): void {
  afterChanges(cache, mutationKey, () => {
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
    void cache.invalidateQueries({ queryKey: contactKeys.timelines });
  });
}
