/** The search field and the filters of a list, and the button that removes them. */
import { X } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";
import { useNavigation } from "react-router";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Select } from "@/panel/controls/select";
import { listStart } from "./focus-row";
import type { AnyFilter, ListCodec } from "./list-codec";
import { SearchField } from "./search-field";
import type { ListState } from "./use-list-state";

/** The parts of a list's state that a toolbar needs. `isDialogClosed` is true by default. */
export type ToolbarList<Filter extends AnyFilter> = Pick<ListState<Filter>, "codec" | "filter" | "show"> &
  Partial<Pick<ListState<Filter>, "isDialogClosed">>;

interface ListToolbarProps<Filter extends AnyFilter> {
  list: ToolbarList<Filter>;
  /** Accessible name of the search field. */
  label: string;
  placeholder: string;
  /** Whether the search gets narrower so that the controls fit in its line. */
  isCompact?: boolean;
  /** Filters and further controls. */
  children?: ReactNode;
}

export function ListToolbar<Filter extends AnyFilter>(props: ListToolbarProps<Filter>) {
  const { list, label, placeholder, isCompact = false, children } = props;
  const { codec, filter, show, isDialogClosed = true } = list;
  const isOpening = useNavigation().state !== "idle";
  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2 has-aria-invalid:items-start">
      <SearchField
        search={filter.search ?? ""}
        onSearch={(search) => show({ search } as Partial<Filter>, { isTyped: true })}
        isHeld={!isDialogClosed || isOpening}
        label={label}
        placeholder={placeholder}
        shortcut="/"
        {...(isCompact && { className: "min-w-40 flex-1 sm:max-w-74" })}
      />
      {children}
      {codec.isFiltered(filter) && (
        <Button variant="ghost" className="px-2.5" onClick={() => clearFilters(list)}>
          <X aria-hidden />
          {clearLabel(codec)}
        </Button>
      )}
    </div>
  );
}

/** Removes the filters of a list. The button for it disappears, so the focus moves to the search. */
export function clearFilters<Filter extends AnyFilter>({ codec, show }: ToolbarList<Filter>): void {
  show(codec.unfiltered);
  listStart()?.focus();
}

/** Returns the label of the button that removes the filters of a list, one of which is the search. */
export function clearLabel<Filter extends AnyFilter>({ unfiltered }: ListCodec<Filter>): string {
  return Object.keys(unfiltered).length > 1 ? "Limpar filtros" : "Limpar busca";
}

const InColumn = createContext(false);

/** Filters one below the other, each after its name. In a row, there is only space for the name of a chosen option. */
export function FilterColumn({ children }: { children: ReactNode }) {
  return (
    <InColumn value>
      <div className="grid gap-2.5">{children}</div>
    </InColumn>
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  /** Short name of what is filtered, such as 'Serviço'. In a row, it is part of an option that filters: 'Serviço: Suporte'. */
  name?: string;
  /** Label of the choice without a filter; omitted if one choice always applies. */
  all?: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** A select that filters a list. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, name, all, options, value, onChange } = props;
  const isInColumn = useContext(InColumn);
  const hasPrefix = name !== undefined && all !== undefined && !isInColumn;
  const select = (
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
          {hasPrefix && option.value === value ? `${name}: ${option.label}` : option.label}
        </option>
      ))}
    </Select>
  );
  if (!isInColumn) return select;
  return (
    <div className={COLUMNS}>
      <span aria-hidden className="text-muted text-sm">
        {name}
      </span>
      {select}
    </div>
  );
}

/** Columns of a name and its field. */
const COLUMNS = "grid grid-cols-[5.5rem_1fr] items-center gap-2";

interface DayFieldProps {
  label: string;
  /** A day such as '2026-11-20', or empty. */
  value: string;
  /** The first day of the period. An earlier day is marked as invalid. */
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A native date input, compact enough for filters. */
export function DayField({ label, value, min = "", max, onChange }: DayFieldProps) {
  const id = useId();
  const isInColumn = useContext(InColumn);
  const isInvalid = value !== "" && value < min;
  return (
    <span
      className={cn(
        "grid min-w-0 content-start items-center gap-y-1",
        isInColumn ? COLUMNS : "grid-cols-[auto_minmax(0,1fr)] gap-x-1.5",
      )}
    >
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="border-control bg-surface text-ink aria-invalid:border-danger h-9 w-full min-w-0 rounded-md border px-2 text-base sm:text-sm"
        value={value}
        min={min || undefined}
        max={max || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isInvalid && (
        <span id={`${id}-error`} className="text-danger col-start-2 text-xs">
          Antes da data inicial.
        </span>
      )}
    </span>
  );
}
