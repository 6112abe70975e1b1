/** Kinds of records that staff list, order, switch on and off, delete and restore: services, menu items, footer sections. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import type { RecordKind } from "@/panel/edit/record-fields";

export interface ListedRecord {
  id: string;
  is_active: boolean;
  updated_at: string | null;
  deleted_at?: string | null;
}

/** Visible messages. */
interface Messages {
  loading: string;
  created: string;
  updated: string;
  deleted: string;
  restored: string;
  creating: string;
  updating: string;
  deleting: string;
  restoring: string;
  ordering: string;
  /** Text where another person has changed the order at the same time. */
  order_conflict: string;
}

/** A new order of the records of one group, such as a category or a submenu. */
export interface Order {
  group: string | null;
  ids: string[];
  /** The order that it was made from. */
  seen: string[];
}

export interface ListedKind<Value extends ListedRecord, Fields extends object> extends RecordKind<
  Value,
  Fields
> {
  /** First part of the query keys. Kinds of the same area are fetched again together. */
  area: string;
  messages: Messages;
  nameOf: (value: Value) => string;
  positionOf: (value: Value) => number;
  /** Returns the record with another position. */
  placed: (value: Value, position: number) => Value;
  list: (signal: AbortSignal) => Promise<Value[]>;
  trash: (signal: AbortSignal) => Promise<Value[]>;
  create: (fields: Fields, group: string | null) => Promise<Value>;
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<Value>;
  order: (order: Order) => Promise<unknown>;
}

/** A kind as far as its records are only read. */
export type ReadableKind<Value extends ListedRecord> = Pick<
  ListedKind<Value, object>,
  "area" | "key" | "messages" | "list" | "trash" | "find" | "nameOf" | "restore"
>;

const meta = ({ messages }: { messages: Messages }) => ({ error_title: messages.loading });

/** All records of the kind: there are at most about a hundred. */
export const recordList = <Value extends ListedRecord>(kind: ReadableKind<Value>) =>
  queryOptions({
    queryKey: [kind.area, kind.key, "list"],
    queryFn: ({ signal }) => kind.list(signal),
    meta: meta(kind),
  });

export const recordTrash = <Value extends ListedRecord>(kind: ReadableKind<Value>) =>
  queryOptions({
    queryKey: [kind.area, kind.key, "trash"],
    queryFn: ({ signal }) => kind.trash(signal),
    meta: meta(kind),
  });

/** The version an editor starts from. Later versions are found when it saves. */
export const openedRecord = <Value extends ListedRecord>(kind: ReadableKind<Value>, id: string) =>
  queryOptions({
    queryKey: [kind.area, kind.key, "record", id],
    queryFn: ({ signal }) => kind.find(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta: meta(kind),
  });

export const mutationKey = (kind: { area: string }) => [kind.area];

/** Fetches the lists and previews of the area again, after the last of several quick changes. */
export function refresh(cache: QueryClient, kind: { area: string }): void {
  const isShown = (key: readonly unknown[]) =>
    key[2] === "list" || key[2] === "trash" || key[1] === "preview";
  afterChanges(cache, mutationKey(kind), () => {
    void cache.invalidateQueries({ queryKey: [kind.area], predicate: ({ queryKey }) => isShown(queryKey) });
  });
}
