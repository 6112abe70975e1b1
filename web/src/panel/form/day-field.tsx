import { useId } from "react";

interface DayFieldProps {
  label: string;
  /** Such as '2026-11-20', or empty. */
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** A native date input, compact enough for a row of filters. */
export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="border-control bg-surface text-ink h-9 w-full min-w-0 rounded-md border px-2 text-base sm:text-sm"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
