/**
 * Translates between the address of a list and its filter, so that every view of a list has a link:
 *
 *     const CONTACTS = defineList(panelPaths.contacts, {
 *       filters: { search: text(), status: choice(STATUSES) },
 *       view: { folder: choice(FOLDERS, "inbox") },
 *     });
 *     type ContactFilter = FilterOf<typeof CONTACTS>;
 */

/** A parameter of the address. */
interface Param<Value> {
  /** Value of a missing or invalid parameter. Addresses omit the parameter if it has this value. */
  fallback: Value;
  read: (text: string) => Value;
}

type Params = Readonly<Record<string, Param<unknown>>>;
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- a list without a view has no parameters for it
type NoParams = Record<never, never>;
type Values<P extends Params> = { [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never };

export interface AnyFilter {
  /** Cursor of the page; empty on the first one. */
  cursor: string;
  /** Text of the search, if the list has one. */
  search?: string;
}

/** The values of a filter that differ from its defaults. */
export type ListParams<Filter> = { [Name in keyof Filter]?: NonNullable<Filter[Name]> };

export interface ListCodec<Filter extends AnyFilter> {
  path: string;
  /** Number of records on a page. */
  size: number;
  defaults: Filter;
  /** The change of a filter that removes all filters and preserves the view (tab, order). */
  unfiltered: Partial<Filter>;
  isFiltered: (filter: Filter) => boolean;
  /** Returns the value of the parameter `part`; empty if the list has none. */
  partOf: (filter: Filter) => string;
  read: (query: URLSearchParams) => Filter;
  /** Returns the values that differ from the defaults, as the address and the server take them. */
  params: (filter: Partial<Filter>) => ListParams<Filter>;
  /** Returns the address of the list with the filter, or of another `path` that shows the list behind a dialog. */
  url: (filter: Partial<Filter>, path?: string) => string;
}

export type FilterOf<Codec> = Codec extends ListCodec<infer Filter> ? Filter : never;

interface ListDefinition<Filters extends Params, View extends Params> {
  /** Parameters that narrow the list; 'Limpar filtros' removes them. */
  filters: Filters;
  /** Parameters that choose a tab or an order. */
  view?: View;
  /** Parameter of the view that selects a separate list, such as a folder: a change resets rows and selection. */
  part?: keyof View & string;
  size?: number;
}

export function defineList<Filters extends Params, View extends Params = NoParams>(
  path: string,
  { filters, view, part, size = 50 }: ListDefinition<Filters, View>,
): ListCodec<Values<Filters> & Values<View> & AnyFilter> {
  type Filter = Values<Filters> & Values<View> & AnyFilter;
  const all: Params = { ...filters, ...view, cursor: text() };
  const each = <Value>(params: Params, valueOf: (param: Param<unknown>, name: string) => Value) =>
    Object.fromEntries(Object.entries(params).map(([name, param]) => [name, valueOf(param, name)]));
  const defaults = each(all, ({ fallback }) => fallback) as Filter;
  const isSet = ([name, value]: [string, unknown]) => value !== undefined && value !== all[name]?.fallback;
  const params = (filter: Partial<Filter>) => Object.fromEntries(Object.entries(filter).filter(isSet));
  return {
    path,
    size,
    defaults,
    unfiltered: each(filters, ({ fallback }) => fallback) as Partial<Filter>,
    isFiltered: (filter) => Object.entries(filter).some((entry) => entry[0] in filters && isSet(entry)),
    partOf: (filter) => (part ? String(filter[part]) : ""),
    read: (query) => each(all, (param, name) => read(param, query.get(name))) as Filter,
    params: (filter) => params(filter) as ListParams<Filter>,
    url: (filter, target = path) => {
      const query = Object.entries(params(filter)).map(([name, value]) => [name, String(value)]);
      return query.length > 0 ? `${target}?${new URLSearchParams(query)}` : target;
    },
  };
}

function read({ fallback, read }: Param<unknown>, value: string | null): unknown {
  return value === null ? fallback : read(value);
}

/** Returns a parameter for a text. With `pattern`, a text that doesn't match it is invalid. */
export function text(pattern?: RegExp): Param<string> {
  return { fallback: "", read: (value) => (!pattern || pattern.test(value) ? value : "") };
}

/** Returns a parameter that is true if its text is `true`, and otherwise false. */
export function flag(): Param<boolean> {
  return { fallback: false, read: (value) => value === "true" };
}

/** Returns a parameter for a day such as '2026-11-20'. */
export const day = () => text(/^\d{4}-\d\d-\d\d$/);

type Options<Value> = readonly { value: Value }[];

/** Returns a parameter for one of the options. If it is missing or invalid, its value is `fallback`, or null without one. */
export function choice<Value extends string>(options: Options<Value>): Param<Value | null>;
export function choice<Value extends string>(options: Options<Value>, fallback: NoInfer<Value>): Param<Value>;
export function choice<Value extends string>(
  options: Options<Value>,
  fallback: Value | null = null,
): Param<Value | null> {
  return { fallback, read: (value) => options.find((option) => option.value === value)?.value ?? fallback };
}
