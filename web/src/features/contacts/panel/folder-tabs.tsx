import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import type { ContactSummary, Folder } from "@/api/types";
import { cn } from "@/panel/cn";
import { formatNumber } from "@/panel/format";
import { type ContactFilter, contactsPath, FOLDERS, USUAL } from "./contact-filter";
import { contactSummary } from "./contact-queries";

export function FolderTabs({ filter }: { filter: ContactFilter }) {
  const { data } = useQuery(contactSummary);
  return (
    <nav
      aria-label="Pastas"
      className="mb-4 flex [scrollbar-width:none] gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]"
    >
      {FOLDERS.map(({ value, label }) => (
        <Link
          key={value}
          to={contactsPath({ ...USUAL, folder: value })}
          aria-current={value === filter.folder ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {label}
          <Count folder={value} summary={data} />
        </Link>
      ))}
    </nav>
  );
}

/** What waits in the inbox stands out; of the rest it's only said how much there is. */
function Count({ folder, summary }: { folder: Folder; summary: ContactSummary | undefined }) {
  const unread = folder === "inbox" && summary?.new ? summary.new : 0;
  return (
    <span
      className={cn(
        "min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs",
        unread ? "bg-info-soft text-info font-medium" : "bg-sunken text-muted",
      )}
    >
      {summary ? formatNumber(unread || summary[folder]) : "…"}
      {unread > 0 && <span className="sr-only"> novos</span>}
    </span>
  );
}
