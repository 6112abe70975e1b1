import { cva, type VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";

import { cn } from "@/panel/cn";
import { Spinner } from "@/panel/controls/spinner";

const styles = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-on-primary hover:bg-primary-strong",
        secondary: "border border-control bg-surface text-ink hover:bg-sunken",
        ghost: "text-muted hover:bg-sunken hover:text-ink",
        danger: "text-danger hover:bg-danger-soft",
      },
      size: {
        sm: "h-8 px-2.5",
        md: "h-9 px-3.5",
        icon: "size-8",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof styles> {
  /** Styles the only child, such as a link, instead of drawing a button. `busy`, `once` and `icon` have no effect then. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks, while an action runs. The caller changes the label to say so. */
  busy?: boolean;
  /** Counts a double click as one click, for actions such as deleting. */
  once?: boolean;
  /** Shown before the label. */
  icon?: LucideIcon;
}

/** With `aria-disabled`, the button ignores clicks but, unlike with `disabled`, stays focusable. */
export function Button(props: ButtonProps) {
  const { asChild, busy, once, icon: Icon, variant, size, className, onClick, children, ...rest } = props;
  const isDisabled = busy || rest["aria-disabled"];
  const look = cn(styles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={look} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={look}
      aria-busy={busy}
      {...rest}
      // Not `disabled`, which would move the focus out of the button.
      aria-disabled={isDisabled}
      onClick={(event) => {
        if (isDisabled) event.preventDefault();
        else if (!(once && event.detail > 1)) onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}
