import { Link } from "react-router";

import { cn } from "@/panel/cn";
import { blogPath, EVERYTHING, type PostFilter, VIEWS } from "./post-filter";

export function ViewTabs({ filter }: { filter: PostFilter }) {
  return (
    <nav
      aria-label="Posts por status"
      className="mb-4 flex [scrollbar-width:none] gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]"
    >
      {VIEWS.map(({ value, label }) => (
        <Link
          key={value}
          to={blogPath({ ...EVERYTHING, sort: filter.sort, view: value })}
          aria-current={value === filter.view ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
