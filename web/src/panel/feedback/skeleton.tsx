import { cn } from "@/panel/cn";

/** Holds the place of a text that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cn("bg-sunken block h-3.5 animate-pulse rounded-sm", className)} aria-hidden />;
}
