import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { cn } from "@/panel/cn";
import { formatNumber } from "@/panel/format";
import { EVERYTHING, type ServiceFilter, servicesPath } from "./service-filter";
import { serviceList, serviceTrash } from "./service-queries";

export function FolderTabs({ folder }: { folder: ServiceFilter["folder"] }) {
  const tabs = [
    { value: "services", label: "Serviços", count: useQuery(serviceList).data?.length },
    { value: "trash", label: "Lixeira", count: useQuery(serviceTrash).data?.length },
  ] as const;
  return (
    <nav aria-label="Pastas" className="mb-4 flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]">
      {tabs.map(({ value, label, count }) => (
        <Link
          key={value}
          to={servicesPath({ ...EVERYTHING, folder: value })}
          aria-current={value === folder ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {label}
          <span className="bg-sunken text-muted min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs">
            {count === undefined ? "…" : formatNumber(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
