/** Changes of listed records. The list shows a change before it is fetched again, and a toast shows the result. */
import { type QueryClient, type UseMutationOptions, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { messageOf } from "@/api/api-error";
import { isOutcomeUnknown } from "@/api/error-checks";
import { newKey } from "@/lib/new-key";
import { notify } from "@/lib/notify";
import { changedFields, pick, recordOf } from "@/panel/edit/record-fields";
import { type Edit, isStale, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useChange } from "@/panel/use-change";
import {
  type ActiveRecord,
  type DeletableKind,
  type KeyedKind,
  type ListedKind,
  type ListedRecord,
  listKey,
  mutationKey,
  type Order,
  refresh,
  type StoredKind,
} from "./kind";

/** A change after which the lists of the kind's area are fetched again. `failed` is the title of the toast if it fails. */
const useRecordChange = <Input, Output>(
  kind: { area: string },
  failed: string,
  options: UseMutationOptions<Output, Error, Input>,
) => useChange(failed, (cache) => refresh(cache, kind), { mutationKey: mutationKey(kind), ...options });

/** Creates records in a group, such as a submenu, or without a group. */
export function useCreate<Value extends ListedRecord, Fields extends object>(
  kind: StoredKind<Value, Fields>,
  group: string | null = null,
) {
  const cache = useQueryClient();
  const create = useCreateOnce(kind, group);
  return useRecordChange(kind, kind.messages.creating, {
    mutationFn: create,
    onSuccess: (value) => {
      patchList<Value>(cache, kind, (values) => [...values, value]);
      notify.success(kind.messages.created, kind.nameOf(value));
    },
  });
}

/**
 * Returns a function that creates a record only once, even if an answer is lost and the user tries again. It then repeats the
 * first request, and saves what the user has changed since.
 */
function useCreateOnce<Value extends ListedRecord, Fields extends object>(
  kind: StoredKind<Value, Fields>,
  group: string | null,
): (fields: Fields) => Promise<Value> {
  const attempt = useRef<{ key: string; fields: Fields } | null>(null);
  return async (fields) => {
    attempt.current ??= { key: newKey(), fields };
    const { key, fields: first } = attempt.current;
    const created = await kind.create(first, group, key).catch((error: unknown) => {
      if (!isOutcomeUnknown(error)) attempt.current = null;
      throw error;
    });
    const changed = changedFields(kind, first, fields);
    const saved =
      changed.length === 0 ? created : (await kind.update(created.id, pick(fields, changed), null)).value;
    attempt.current = null;
    return saved;
  };
}

/** Sends an edit. If it conflicts, the editor resolves the conflict. */
export function useSave<Value extends ListedRecord, Fields extends object>(kind: StoredKind<Value, Fields>) {
  const cache = useQueryClient();
  return useRecordChange(kind, kind.messages.updating, {
    mutationFn: (edit: Edit<Value, Fields>) => saveRecord(recordOf(kind), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      const { value } = outcome.saved;
      patch(cache, kind, value);
      notify.success(kind.messages.updated, savedText(outcome.isMerged, kind.nameOf(value)));
    },
  });
}

/** Shows or hides a record on the site. */
export function useSetActive<Value extends ActiveRecord, Fields extends { is_active: boolean }>(
  kind: ListedKind<Value, Fields>,
) {
  const cache = useQueryClient();
  return useRecordChange(kind, kind.messages.updating, {
    mutationFn: ({ value, is_active }: { value: Value; is_active: boolean }) =>
      kind.update(value.id, { is_active } as Partial<Fields>, null),
    onMutate: ({ value, is_active }) => patch(cache, kind, { ...value, is_active }),
    onSuccess: ({ value }) =>
      notify.success(
        kind.messages.updated,
        `${kind.nameOf(value)} ${value.is_active ? "está no site" : "saiu do site"}.`,
      ),
  });
}

/** Moves a record to the trash. The toast has a button to restore it. */
export function useDelete<Value extends { id: string }>(kind: DeletableKind<Value>) {
  const cache = useQueryClient();
  const restore = useRestore(kind);
  return useRecordChange(kind, kind.messages.deleting, {
    mutationFn: ({ id }: Value) => kind.remove(id),
    onSuccess: (_, value) => {
      patchList(cache, kind, (values) => values.filter(({ id }) => id !== value.id));
      notify.undoable(value.id, kind.messages.deleted, kind.nameOf(value), () => restore.mutate(value));
    },
  });
}

export function useRestore<Value extends { id: string }>(
  kind: Pick<DeletableKind<Value>, "area" | "nameOf" | "restore"> & {
    messages: Pick<DeletableKind<Value>["messages"], "restored" | "restoring">;
  },
) {
  return useRecordChange(kind, kind.messages.restoring, {
    mutationFn: ({ id }: Value) => kind.restore(id),
    onSuccess: (value, { id }) => notify.undone(id, kind.messages.restored, kind.nameOf(value)),
  });
}

/** Returns a function that shows the records of a group in a new order and sends it. Several orders are sent one by one. */
export function useOrder<Value extends ListedRecord, Fields extends object>(kind: ListedKind<Value, Fields>) {
  const cache = useQueryClient();
  const { messages } = kind;
  const { mutate } = useRecordChange(kind, messages.ordering, {
    scope: { id: `${kind.key}-order` },
    mutationFn: (order: Order) => kind.order(order),
    onError: (error) =>
      notify.error(messages.ordering, isStale(error) ? messages.order_conflict : messageOf(error)),
  });
  return (group: string | null, before: readonly Value[], after: readonly Value[]): void => {
    void cache.cancelQueries({ queryKey: listKey(kind) });
    const positions = new Map(after.map(({ id }, index) => [id, index]));
    patchList<Value>(cache, kind, (values) =>
      values
        .map((value) => kind.placed(value, positions.get(value.id) ?? kind.positionOf(value)))
        .sort((one, other) => kind.positionOf(one) - kind.positionOf(other)),
    );
    mutate({ group, ids: after.map(({ id }) => id), seen: before.map(({ id }) => id) });
  };
}

function patchList<Value extends { id: string }>(
  cache: QueryClient,
  kind: KeyedKind,
  change: (values: Value[]) => Value[],
): void {
  cache.setQueryData<Value[]>(listKey(kind), (values) => values && change(values));
}

function patch(cache: QueryClient, kind: KeyedKind, changed: { id: string }): void {
  void cache.cancelQueries({ queryKey: listKey(kind) });
  patchList(cache, kind, (values) => values.map((value) => (value.id === changed.id ? changed : value)));
}
