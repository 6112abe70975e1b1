/** The search field and the filters of a list, and the button that removes them. */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";

import { Button } from "@/panel/controls/button";
import { Select } from "@/panel/controls/select";
import type { AnyFilter, ListCodec } from "./list-codec";
import { SearchField } from "./search-field";
import type { ListState } from "./use-list-state";
import { useSearchBox } from "./use-search-box";

interface ListToolbarProps<Filter extends AnyFilter> {
  list: Pick<ListState<Filter>, "codec" | "filter" | "show"> & { isAlone?: boolean };
  /** Accessible name of the search field. */
  label: string;
  placeholder: string;
  /** Filters and further controls. */
  children?: ReactNode;
}

export function ListToolbar<Filter extends AnyFilter>(props: ListToolbarProps<Filter>) {
  const { list, label, placeholder, children } = props;
  const { codec, filter, show, isAlone = true } = list;
  const isOpening = useNavigation().state !== "idle";
  const search = (search: string) => show({ search } as Partial<Filter>, { replace: true });
  const box = useSearchBox(filter.search ?? "", search, !isAlone || isOpening);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField box={box} label={label} placeholder={placeholder} shortcut="/" />
      {children}
      {codec.isFiltered(filter) && (
        <Button variant="ghost" onClick={() => show(codec.unfiltered)}>
          <X aria-hidden />
          {clearLabel(codec)}
        </Button>
      )}
    </search>
  );
}

/** Label of a button that removes the filters of a list. */
export function clearLabel<Filter extends AnyFilter>({ unfiltered }: ListCodec<Filter>): string {
  return Object.keys(unfiltered).length > 1 ? "Limpar filtros" : "Limpar busca";
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Label of the choice without a filter; omitted if one choice always applies. */
  all?: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** A select that filters a list. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, options, value, onChange } = props;
  return (
    <Select
      aria-label={label}
      className="max-sm:min-w-0 max-sm:flex-1 max-sm:basis-36"
      value={value ?? ""}
      onChange={({ target }) =>
        onChange(options.find((option) => option.value === target.value)?.value ?? null)
      }
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
