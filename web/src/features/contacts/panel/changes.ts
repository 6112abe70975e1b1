/** The changes that staff make to a contact. They are shown at once, and rolled back if the server refuses them. */
import {
  type Query,
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Contact, ContactStatus } from "@/api/types";
import { idempotencyKey, ifMatch, type Versioned, versioned } from "@/api/versioned";
import { notify, UNDO_LABEL } from "@/lib/notify";
import { notifyFailure } from "@/panel/notify-failure";
import { patchContact, removeContact, type Rollback } from "./cache";
import { contactKeys } from "./queries";

interface Change {
  status?: ContactStatus;
  quarantined?: boolean;
  email?: string;
}

export const MUTATION_KEY = ["contacts"];

/**
 * Returns a mutation whose `onMutate` may change the cache before the server responds. `failure` is the title of the error
 * message.
 */
export function useContactChange<Input, Output>(
  failure: string,
  change: UseMutationOptions<Output, Error, Input, Rollback | undefined>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    onError: (error, _, rollback) => {
      rollback?.();
      notifyFailure(failure, error);
    },
    onSettled: () => refresh(cache),
    ...change,
  });
}

/** Confirms the link 'Já respondi' of a notice. */
export function useConfirmAnswered() {
  const cache = useQueryClient();
  return useContactChange("O link não vale mais", {
    mutationFn: ({ id, token }: { id: string; token: string }) =>
      versioned(api.POST("/api/contacts/{id}/answered", { params: { path: { id } }, body: { token } })),
    onSuccess: (record) => {
      store(cache, record);
      notify.success("Contato marcado como respondido");
    },
  });
}

interface Forward {
  user_id: string;
  text: string;
  assign: boolean;
  /** Idempotency key of the request. */
  key: string;
}

/** Sends a contact to a colleague by mail. */
export function useForward(id: string) {
  const cache = useQueryClient();
  return useContactChange("Erro ao encaminhar contato", {
    mutationFn: ({ key, ...input }: Forward) =>
      body(
        api.POST("/api/contacts/{id}/forward", {
          params: { path: { id }, ...idempotencyKey(key) },
          body: input,
        }),
      ),
    onSuccess: () => notify.success("Contato encaminhado"),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(id) });
      refresh(cache);
    },
  });
}

/** Changes the address to which replies go. The change can be undone. */
export function useSetEmail({ id, email: former }: Contact) {
  const cache = useQueryClient();
  const change = useContactChange("Erro ao mudar o e-mail do contato", {
    mutationFn: (email: string) => update(id, { email }),
    onMutate: (email) => patchContact(cache, id, { email }),
    onSuccess: (record, email) => {
      store(cache, record);
      const undo = { label: UNDO_LABEL, run: () => change.mutate(former) };
      notify.success(
        "E-mail do contato atualizado",
        `As respostas vão para ${email}.`,
        email === former ? undefined : undo,
      );
    },
  });
  return change;
}

/** 'Não é suspeito': moves a quarantined contact to the inbox. */
export function useRelease() {
  const cache = useQueryClient();
  return useContactChange("Erro ao mover contato", {
    mutationFn: ({ id }: Contact) => update(id, { quarantined: false }),
    onMutate: ({ id }) => removeContact(cache, id),
    onSuccess: (record) => {
      store(cache, record);
      notify.success("O contato saiu de Suspeitos");
    },
  });
}

export function useDeleteContact() {
  const cache = useQueryClient();
  const restore = useRestoreContact();
  return useContactChange("Erro ao excluir contato", {
    mutationFn: ({ id }: Contact) => body(api.DELETE("/api/contacts/{id}", { params: { path: { id } } })),
    onMutate: ({ id }) => removeContact(cache, id),
    onSuccess: (_, contact) => {
      cache.removeQueries({ queryKey: contactKeys.record(contact.id) });
      notify.undoable(contact.id, "Contato excluído", contact.name, () => restore.mutate(contact));
    },
  });
}

export function useRestoreContact() {
  const cache = useQueryClient();
  return useContactChange("Erro ao restaurar contato", {
    mutationFn: ({ id }: Contact) =>
      body(api.POST("/api/contacts/{id}/restore", { params: { path: { id } } })),
    // A contact that was opened in the trash leaves the trash's list. One whose deletion is undone is in no list, and has no
    // `deleted_at` here.
    onMutate: ({ id, deleted_at }) => (deleted_at ? removeContact(cache, id) : undefined),
    onSuccess: ({ id, name }) => {
      const queryKey = contactKeys.record(id);
      cache.removeQueries({ queryKey, type: "inactive" });
      void cache.invalidateQueries({ queryKey });
      notify.undone(id, "Contato restaurado", name);
    },
  });
}

/** Ids of the contacts that are being set to `read`. A contact can be closed and opened again meanwhile. */
const beingRead = new Set<string>();

/** Sets a contact to `read`, unless a colleague has changed it since it was opened. */
export async function markRead(
  cache: QueryClient,
  { value: { id }, etag }: Versioned<Contact>,
): Promise<void> {
  if (beingRead.has(id)) return;
  beingRead.add(id);
  try {
    const record = await update(id, { status: "read" }, etag);
    await patchContact(cache, id, { status: record.value.status });
    store(cache, record);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) {
      notifyFailure("Erro ao atualizar status", error);
    }
    await cache.invalidateQueries({ queryKey: contactKeys.record(id) });
  } finally {
    beingRead.delete(id);
  }
  // `patchContact` has canceled the queries of lists that were loading, so those lists have no rows yet.
  const hasNoRows = ({ state }: Query) => state.data === undefined;
  void cache.refetchQueries({ queryKey: contactKeys.lists, type: "active", predicate: hasNoRows });
  await cache.invalidateQueries({ queryKey: contactKeys.summary });
  await cache.invalidateQueries({ queryKey: contactKeys.timelines });
}

function update(id: string, change: Change, etag: string | null = null): Promise<Versioned<Contact>> {
  const params = { path: { id }, ...ifMatch(etag) };
  return versioned(api.PUT("/api/contacts/{id}", { params, body: change }));
}

function store(cache: QueryClient, record: Versioned<Contact>): void {
  cache.setQueryData(contactKeys.record(record.value.id), record);
}

/** Fetches lists, counts and timelines again, once after the last of several changes in quick succession. */
export function refresh(cache: QueryClient): void {
  afterChanges(cache, MUTATION_KEY, () => {
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.board });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
    void cache.invalidateQueries({ queryKey: contactKeys.timelines });
  });
}
