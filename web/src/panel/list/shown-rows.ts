/** The rows that the user sees, and their versions, so that a bulk change skips rows that somebody has changed since. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import { formatCount } from "@/panel/format";

interface Row {
  id: string;
  /** Undefined if the list doesn't say it. */
  version?: number;
}

type Rows<Item> = Page<Item> | InfiniteData<Page<Item>>;
type Keys = readonly (readonly string[])[];

/** Returns the rows of the active queries for lists, by id. If several queries have a row, its newest version counts. */
export function shownRows<Item extends Row>(cache: QueryClient, queryKeys: Keys): Map<string, Item> {
  const rows = new Map<string, Item>();
  for (const queryKey of queryKeys) {
    for (const [, data] of cache.getQueriesData<Rows<Item>>({ queryKey, type: "active" })) {
      for (const row of data ? pagesOf(data).flatMap(({ items }) => items) : []) {
        if ((rows.get(row.id)?.version ?? -1) <= (row.version ?? -1)) rows.set(row.id, row);
      }
    }
  }
  return rows;
}

/** Sets the versions of rows after a change by the user, until the lists are fetched again. */
export function setVersions(cache: QueryClient, queryKeys: Keys, changed: readonly Required<Row>[]): void {
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  const updated = (row: Row): Row =>
    row.version === undefined ? row : { ...row, version: versions.get(row.id) ?? row.version };
  const updatedPage = (page: Page<Row>): Page<Row> => ({ ...page, items: page.items.map(updated) });
  for (const queryKey of queryKeys) {
    cache.setQueriesData<Rows<Row>>({ queryKey }, (data) =>
      data && "pages" in data ? { ...data, pages: data.pages.map(updatedPage) } : data && updatedPage(data),
    );
  }
}

function pagesOf<Item>(data: Rows<Item>): Page<Item>[] {
  return "pages" in data ? data.pages : [data];
}

/** Returns the parameter of a bulk change with the versions of the rows that it changes, as far as they are known. */
export function versionsOf(rows: ReadonlyMap<string, Row>, ids: readonly string[]) {
  const versions: Record<string, number> = {};
  for (const id of ids) {
    const version = rows.get(id)?.version;
    if (version !== undefined) versions[id] = version;
  }
  return { versions };
}

/** Describes the records that a bulk change has skipped; undefined if there are none. */
export function describeSkipped(
  count: number,
  one: string,
  many: string,
  isRestore: boolean,
): string | undefined {
  if (count === 0) return undefined;
  const [went, wentMany] = isRestore ? ["saiu da", "saíram da"] : ["foi para a", "foram para a"];
  return formatCount(
    count,
    `${one} mudou ou ${went} lixeira enquanto você olhava e ficou como está.`,
    `${many} mudaram ou ${wentMany} lixeira enquanto você olhava e ficaram como estão.`,
  );
}
