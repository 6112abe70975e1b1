/** What staff do with the menu and the footer: told to the server, then to whoever did it. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import { messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";
import { type Edit, isStale, savedText, saveRecord } from "@/panel/edit/save-record";
import type { Kind, Named, Order } from "./kind";
import { recordList } from "./navigation-queries";

const FALLBACK = "Tente novamente mais tarde.";
const mutationKey = ["navigation"];

export function useCreate<Value extends Named, Fields extends object>(kind: Kind<Value, Fields>) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ fields, parent_id }: { fields: Fields; parent_id: string | null }) =>
      kind.create(fields, parent_id),
    onSuccess: (value) => {
      patchList(cache, kind, (values) => [...values, value]);
      notify.success(kind.words.added, kind.nameOf(value));
    },
    onError: (error) => notify.error(kind.words.adding, messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

/** Saves what an editor holds. That somebody else has changed the same field meanwhile is for the editor to settle. */
export function useSave<Value extends Named, Fields extends object>(kind: Kind<Value, Fields>) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: (edit: Edit<Value, Fields>) => saveRecord(kind, edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      const { value } = outcome.opened;
      patch(cache, kind, value);
      notify.success(kind.words.updated, savedText(outcome.isMerged, kind.nameOf(value)));
    },
    onError: (error) => notify.error(kind.words.updating, messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

/** Shows or hides it at once. */
export function useSetActive<Value extends Named, Fields extends { is_active: boolean }>(
  kind: Kind<Value, Fields>,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ value, is_active }: { value: Value; is_active: boolean }) =>
      kind.update(value.id, { is_active } as Partial<Fields>, null),
    onMutate: ({ value, is_active }) => patch(cache, kind, { ...value, is_active }),
    onSuccess: ({ value }) =>
      notify.success(
        kind.words.updated,
        `${kind.nameOf(value)} ${value.is_active ? "está no site" : "saiu do site"}.`,
      ),
    onError: (error) => notify.error(kind.words.updating, messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

export function useDelete<Value extends Named, Fields extends object>(kind: Kind<Value, Fields>) {
  const cache = useQueryClient();
  const restore = useRestore(kind);
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Value) => kind.remove(id),
    onSuccess: (_, value) => {
      patchList(cache, kind, (values) => values.filter(({ id }) => id !== value.id));
      notify.success(kind.words.removed, kind.nameOf(value), {
        label: "Desfazer",
        run: () => restore.mutate(value),
      });
    },
    onError: (error) => notify.error(kind.words.removing, messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

export function useRestore<Value extends Named, Fields extends object>(kind: Kind<Value, Fields>) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ id }: Value) => kind.restore(id),
    onSuccess: (value) => notify.success(kind.words.restored, kind.nameOf(value)),
    onError: (error) => notify.error(kind.words.restoring, messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

const MOVED_MEANWHILE =
  "Outra pessoa mudou esta lista ao mesmo tempo. Ela foi atualizada: confira e mova de novo se for preciso.";

/** Shows a list in another order at once, and tells the server, one order after the other. */
export function useSort<Value extends Named, Fields extends object>(kind: Kind<Value, Fields>) {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `${kind.key}-order` },
    mutationFn: (order: Order) => kind.sort(order),
    onError: (error) =>
      notify.error(kind.words.sorting, isStale(error) ? MOVED_MEANWHILE : messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
  return (parent_id: string | null, before: readonly Value[], after: readonly Value[]): void => {
    void cache.cancelQueries({ queryKey: recordList(kind).queryKey });
    const places = new Map(after.map(({ id }, index) => [id, index]));
    patchList(cache, kind, (values) =>
      values
        .map((value) => ({ ...value, order: places.get(value.id) ?? value.order }))
        .sort((one, other) => one.order - other.order),
    );
    mutate({ parent_id, ids: after.map(({ id }) => id), seen: before.map(({ id }) => id) });
  };
}

function patchList<Value extends Named, Fields extends object>(
  cache: QueryClient,
  kind: Kind<Value, Fields>,
  change: (values: Value[]) => Value[],
): void {
  cache.setQueryData<Value[]>(recordList(kind).queryKey, (values) => values && change(values));
}

function patch<Value extends Named, Fields extends object>(
  cache: QueryClient,
  kind: Kind<Value, Fields>,
  changed: Value,
): void {
  void cache.cancelQueries({ queryKey: recordList(kind).queryKey });
  patchList(cache, kind, (values) => values.map((value) => (value.id === changed.id ? changed : value)));
}

/** Asks again, once the last of several quick changes is through. */
function refresh(cache: QueryClient): void {
  const isShown = (key: readonly unknown[]) =>
    key[2] === "list" || key[2] === "trash" || key[1] === "preview";
  afterChanges(cache, mutationKey, () => {
    void cache.invalidateQueries({
      queryKey: ["navigation"],
      predicate: ({ queryKey }) => isShown(queryKey),
    });
  });
}
