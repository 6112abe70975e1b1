import type { MouseEvent } from "react";

import type { BlogFilter } from "@/api/types";

interface CategoryFilterProps {
  label: string;
  filters: BlogFilter[];
  onChoose: (event: MouseEvent<HTMLAnchorElement>) => void;
}

export function CategoryFilter({ label, filters, onChoose }: CategoryFilterProps) {
  return (
    <nav aria-label={label} className="frame">
      <ul className="border-line flex flex-wrap gap-2 border-y py-4">
        {filters.map((filter) => (
          <li key={filter.url}>
            <a
              href={filter.url}
              onClick={onChoose}
              aria-current={filter.is_current ? "page" : undefined}
              className="border-line text-muted hover:border-ink hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper aria-[current]:marked inline-flex min-h-10 items-center rounded-full border px-4 font-medium transition-colors"
            >
              {filter.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
