import { cn } from "@/panel/cn";

/** Placeholder of a line of text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cn("bg-sunken block h-3.5 animate-pulse rounded-sm", className)} aria-hidden />;
}
