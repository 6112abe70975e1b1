import { type ComponentProps, type ReactNode, useId } from "react";
import { Link } from "react-router";

import { cn } from "@/panel/cn";

interface CardProps {
  title: string;
  /** Shown beside the title. */
  action?: ReactNode;
  /** Omits the padding, for content such as a list whose rows reach the edges. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled section of a screen. */
export function Card({ title, action, isFlush, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("border-line bg-surface flex min-w-0 flex-col rounded-lg border", className)}
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2 sm:px-5">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {isFlush ? children : <div className="flex grow flex-col px-4 pb-4 sm:px-5 sm:pb-5">{children}</div>}
    </section>
  );
}

/** The link of a card to the screen with everything that it summarizes. */
export function CardLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link className="text-muted hover:text-ink text-sm underline-offset-4 hover:underline" {...props} />;
}
