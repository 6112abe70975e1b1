import { type LucideIcon, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/panel/controls/button";

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** Button or link that adds the first item. */
  action?: ReactNode;
}

/** Shown instead of an empty list; explains how items get there. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-16 text-center">
      <Icon className="text-muted mb-2 size-8 stroke-[1.25]" aria-hidden />
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="text-muted max-w-prose text-sm text-balance">{children}</p>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Shown instead of an empty trash; says what was in it. */
export const EMPTY_TRASH = { icon: Trash2, title: "A lixeira está vazia" } as const;

/** Action of an empty list whose records come from a form of the site. */
export function SiteFormLink({ path }: { path: string }) {
  return (
    <Button asChild>
      <a href={path} target="_blank" rel="noreferrer">
        Ver o formulário do site
      </a>
    </Button>
  );
}
