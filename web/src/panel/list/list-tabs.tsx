import { type RefObject, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";

import { cn } from "@/panel/cn";
import type { AnyFilter } from "./list-codec";
import { formatTotal } from "./search-coverage";
import type { ListState } from "./use-list-state";

interface ListTab {
  label: string;
  to: string;
  isCurrent: boolean;
  count?: TabCount;
}

export interface TabCount {
  /** Undefined while it is loading. */
  value: number | undefined;
  /** Whether there are more than `value`. */
  hasMore?: boolean | undefined;
  /** Unit of the count, such as 'novos'; by default it counts the records of the tab. */
  unit?: string | undefined;
  tone?: "info" | "danger" | undefined;
}

/** Links to the parts of a list, such as its folders. `label` is the accessible name. */
export function ListTabs({ label, tabs }: { label: string; tabs: readonly ListTab[] }) {
  const ref = useRef<HTMLElement>(null);
  useCurrentInView(ref, tabs);
  return (
    <nav
      ref={ref}
      aria-label={label}
      // On narrow screens, one line that scrolls. A mouse needs the scrollbar for that.
      className="fading-ends mb-4 flex overflow-x-auto shadow-[inset_0_-1px_0_var(--line)] md:flex-wrap 2xl:gap-x-1 pointer-coarse:[scrollbar-width:none] pointer-fine:[scrollbar-width:thin]"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          aria-current={tab.isCurrent ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink dense:h-9 flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-sm -outline-offset-2 2xl:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {tab.label}
          {tab.count && <Count {...tab.count} />}
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the current tab into view on narrow screens, without scrolling the page or moving the focus. */
function useCurrentInView(ref: RefObject<HTMLElement | null>, tabs: readonly ListTab[]): void {
  const current = tabs.findIndex(({ isCurrent }) => isCurrent);
  // The counts make the tabs wider.
  const isCounted = tabs.every(({ count }) => !count || count.value !== undefined);
  useLayoutEffect(() => {
    const nav = ref.current;
    const tab = nav?.children[current];
    if (!nav || !tab) return;
    const [frame, { left, right, width }] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (left >= frame.left && right <= frame.right) return;
    nav.scrollLeft += left - frame.left - (frame.width - width) / 2;
  }, [ref, current, isCounted]);
}

interface ViewTabsProps<Filter extends AnyFilter, Name extends keyof Filter> {
  /** Accessible name. */
  label: string;
  list: ListState<Filter>;
  /** Parameter of the view. */
  param: Name;
  /** Values of the parameter, one for each tab. */
  options: readonly { value: Filter[Name]; label: string }[];
  countOf?: (value: Filter[Name]) => TabCount;
  /** Values of the filter that other tabs preserve; they reset all others. */
  keep?: Partial<Filter>;
}

/** Tabs that set a parameter of a list's view, such as its folder or the status of its records. */
export function ViewTabs<Filter extends AnyFilter, Name extends keyof Filter>(
  props: ViewTabsProps<Filter, Name>,
) {
  const { label, list, param, options, countOf, keep } = props;
  const { codec, filter } = list;
  const tabs = options.map((option) => ({
    label: option.label,
    to: codec.url({ ...keep, [param]: option.value } as Partial<Filter>),
    isCurrent: filter[param] === option.value,
    ...(countOf && { count: countOf(option.value) }),
  }));
  return <ListTabs label={label} tabs={tabs} />;
}

const TONES = {
  info: "bg-info-soft text-info font-medium",
  danger: "bg-danger-soft text-danger font-medium",
};

function Count({ value, hasMore = false, unit, tone }: TabCount) {
  return (
    <span
      className={cn(
        "min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs",
        tone ? TONES[tone] : "bg-sunken text-muted",
      )}
    >
      {value === undefined ? "…" : formatTotal(value, { hasMore })}
      {unit && ` ${unit}`}
    </span>
  );
}
