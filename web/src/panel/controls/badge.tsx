import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const styles = cva(
  // The edge keeps the shape visible on rows whose background has the same tone.
  "inline-flex h-(--badge-height,1.5rem) items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap inset-ring inset-ring-current/30",
  {
    variants: {
      tone: {
        // The company's accent color. Statuses use the other tones.
        accent: "bg-accent-soft text-accent-strong",
        success: "bg-success-soft text-success",
        info: "bg-info-soft text-info",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
        neutral: "bg-sunken text-muted",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof styles>["tone"]>;

export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={styles({ tone })}>{children}</span>;
}

interface OptionBadgeProps<Value extends string> {
  options: readonly { value: Value; label: string; tone: Tone }[];
  value: Value;
}

/** The badge of one of the options, such as a status: `<OptionBadge options={STATUSES} value={status} />`. */
export function OptionBadge<Value extends string>({ options, value }: OptionBadgeProps<Value>) {
  const { tone, label } = options.find((option) => option.value === value) ?? {
    tone: "neutral",
    label: value,
  };
  return <Badge tone={tone}>{label}</Badge>;
}
