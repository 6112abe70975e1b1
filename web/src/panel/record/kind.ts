/** Kinds of records that staff create, edit, delete and restore: services, menu items, footer sections, redirects. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { afterChanges } from "@/api/after-changes";
import type { RecordKind } from "@/panel/edit/record-fields";

/** The parts of a kind that query keys contain. */
export interface KeyedKind {
  /** First part of the query keys. Kinds of the same area are fetched again together. */
  area: string;
  /** Name of the kind. */
  key: string;
}

export interface ListedRecord {
  id: string;
  updated_at: string | null;
  deleted_at?: string | null;
}

/** A record that staff show or hide on the site. */
export interface ActiveRecord extends ListedRecord {
  is_active: boolean;
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
}

/** Returns the messages about records whose name is masculine: `messagesOf("serviço", "serviços")`. */
export function messagesOf(one: string, many: string): Messages {
  const name = one.charAt(0).toUpperCase() + one.slice(1);
  return {
    loading: `Erro ao carregar ${many}`,
    created: `${name} adicionado!`,
    updated: `${name} atualizado!`,
    deleted: `${name} removido!`,
    restored: `${name} restaurado!`,
    creating: `Erro ao adicionar ${one}`,
    updating: `Erro ao atualizar ${one}`,
    deleting: `Erro ao excluir ${one}`,
    restoring: `Erro ao restaurar ${one}`,
  };
}

interface OrderMessages extends Messages {
  ordering: string;
  /** Text of the message if another person has changed the order at the same time. */
  order_conflict: string;
}

/** A new order of the records of one group, such as a category or a submenu. */
export interface Order {
  group: string | null;
  ids: string[];
  /** The ids in the order that the user saw before. */
  seen: string[];
}

/** The parts of a kind that deleting and restoring a record need. */
export interface DeletableKind<Value extends { id: string }> extends KeyedKind {
  messages: Pick<Messages, "deleted" | "deleting" | "restored" | "restoring">;
  nameOf: (value: Value) => string;
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<Value>;
}

/** A kind of records with a trash. A list in pages has its own query, whose key starts with `listKey`. */
export interface StoredKind<Value extends ListedRecord, Fields extends object>
  extends RecordKind<Value, Fields>, DeletableKind<Value> {
  messages: Messages;
  trash: (signal: AbortSignal) => Promise<Value[]>;
  /** Creates a record. Repeated requests with the same `key` create it once. */
  create: (fields: Fields, group: string | null, key: string) => Promise<Value>;
}

/** A kind whose records are listed at once, in an order that staff choose. */
export interface ListedKind<Value extends ListedRecord, Fields extends object> extends StoredKind<
  Value,
  Fields
> {
  messages: OrderMessages;
  positionOf: (value: Value) => number;
  /** Returns the record with another position. */
  placed: (value: Value, position: number) => Value;
  list: (signal: AbortSignal) => Promise<Value[]>;
  order: (order: Order) => Promise<unknown>;
}

/** The parts of a kind that reading a single record, and reading and restoring the deleted ones, need. */
export type ReadableKind<Value extends ListedRecord> = Pick<
  StoredKind<Value, object>,
  "area" | "key" | "messages" | "trash" | "find" | "nameOf" | "restore"
>;

/** The parts of a kind that reading its list also needs. */
export type ListableKind<Value extends ListedRecord> = ReadableKind<Value> &
  Pick<ListedKind<Value, object>, "list">;

const meta = ({ messages }: { messages: Messages }) => ({ errorTitle: messages.loading });

export const listKey = ({ area, key }: KeyedKind) => [area, key, "list"];

/** All records of the kind, without pages, because there are at most about a hundred. */
export const recordList = <Value extends ListedRecord>(kind: ListableKind<Value>) =>
  queryOptions({
    queryKey: listKey(kind),
    queryFn: ({ signal }) => kind.list(signal),
    meta: meta(kind),
  });

export const recordTrash = <Value extends ListedRecord>(kind: ReadableKind<Value>) =>
  queryOptions({
    queryKey: [kind.area, kind.key, "trash"],
    queryFn: ({ signal }) => kind.trash(signal),
    meta: meta(kind),
  });

/** The version that an editor starts from. It isn't fetched again, because saving finds conflicts with later versions. */
export const openedRecord = <Value extends ListedRecord>(
  kind: Pick<StoredKind<Value, object>, "area" | "key" | "find">,
  id: string,
) =>
  queryOptions({
    queryKey: [kind.area, kind.key, "record", id],
    queryFn: ({ signal }) => kind.find(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

export const mutationKey = (kind: { area: string }) => [kind.area];

/** Fetches the lists, trashes and previews of the area again, after the last of several quick changes. */
export function refresh(cache: QueryClient, kind: { area: string }): void {
  const isShown = (key: readonly unknown[]) =>
    key[2] === "list" || key[2] === "trash" || key[1] === "preview";
  afterChanges(cache, mutationKey(kind), () => {
    void cache.invalidateQueries({ queryKey: [kind.area], predicate: ({ queryKey }) => isShown(queryKey) });
  });
}
