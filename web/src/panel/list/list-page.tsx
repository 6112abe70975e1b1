/**
 * A list with its search, as most screens have it:
 * `<ListPage codec={REDIRECTS} query={redirectList} search="Endereço…" columns={COLUMNS} … />`
 */
import { type RowData } from "@tanstack/react-table";
import { type LucideIcon, SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { EmptyState } from "@/panel/feedback/empty-state";
import type { AnyFilter, ListCodec } from "./list-codec";
import { ListToolbar } from "./list-toolbar";
import { RecordList } from "./record-list";
import { useListState } from "./use-list-state";
import { type pageQuery, useRecords } from "./use-records";

interface ListPageProps<
  Item extends RowData & { id: string },
  Filter extends AnyFilter & { search: string },
> extends Omit<ComponentProps<typeof RecordList<Item, Filter>>, "list" | "records" | "idOf" | "empty"> {
  codec: ListCodec<Filter>;
  query: ReturnType<typeof pageQuery<Item, Filter>>;
  /** What the search looks at, shown while its field is empty. */
  search: string;
  /** Further controls beside the search. */
  tools?: ReactNode;
  /** Said if there are no records. */
  empty: { icon: LucideIcon; title: string; text: string };
}

export function ListPage<
  Item extends RowData & { id: string },
  Filter extends AnyFilter & { search: string },
>(props: ListPageProps<Item, Filter>) {
  const { codec, query, search, tools, empty, ...list } = props;
  const state = useListState(codec);
  const records = useRecords(query(state.filter));
  const { icon, title, text } = codec.isFiltered(state.filter)
    ? { icon: SearchX, title: "Nada encontrado", text: "Confira o que está escrito, ou limpe a busca." }
    : empty;
  return (
    <>
      <ListToolbar list={state} label={`Buscar ${list.texts.many}`} placeholder={search} clear="Limpar busca">
        {tools}
      </ListToolbar>
      <RecordList
        list={state}
        records={records}
        idOf={({ id }) => id}
        empty={
          <EmptyState icon={icon} title={title}>
            {text}
          </EmptyState>
        }
        {...list}
      />
    </>
  );
}
