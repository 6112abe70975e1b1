/** Buttons of which one is pressed, such as the views of a chart. */
import { cn } from "@/panel/cn";

/** Classes of the group, also for links. */
export const SEGMENTS =
  "border-control bg-surface flex w-fit max-w-full flex-wrap overflow-clip rounded-md border";

/** Classes of a button or link in the group. */
export const SEGMENT = cn(
  "text-muted hover:text-ink inline-flex h-8 items-center px-2.5 text-xs font-medium -outline-offset-2",
  "aria-pressed:bg-accent-soft aria-pressed:text-accent-strong",
  "aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent-strong",
);

interface SegmentsProps<Value> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={SEGMENTS}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={SEGMENT}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
