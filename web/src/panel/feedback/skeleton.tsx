import { cn } from "@/panel/cn";

/** Placeholder of a line of text that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cn("bg-sunken block h-3.5 animate-pulse rounded-sm", className)} aria-hidden />;
}

const FIELDS = ["h-10", "h-10", "h-10", "h-10"];

interface SkeletonsProps {
  /** Says what is loading. */
  label?: string;
  /** Classes of each part, such as its height; by default four fields of a form. */
  parts?: readonly string[];
  className?: string | undefined;
}

/** Placeholder of something that is loading. */
export function Skeletons({ label = "Carregando…", parts = FIELDS, className }: SkeletonsProps) {
  return (
    <div className={cn("grid gap-4", className)} role="status" aria-label={label}>
      {parts.map((part, index) => (
        <Skeleton key={index} className={part} />
      ))}
    </div>
  );
}
