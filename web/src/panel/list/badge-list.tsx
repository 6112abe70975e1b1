import type { ReactNode } from "react";

import { Badge, type Tone } from "@/panel/controls/badge";

export interface BadgeItem {
  text: string;
  /** Shown below the text, such as the reason of a failure. */
  detail?: ReactNode;
  badge: { label: string; tone: Tone };
}

/** The items of a result, each with a badge that shows its outcome. */
export function BadgeList({ label, items }: { label: string; items: readonly BadgeItem[] }) {
  return (
    <ol aria-label={label} className="divide-line border-line divide-y rounded-lg border text-sm">
      {items.map(({ text, detail, badge }, index) => (
        <li key={index} className="flex items-start justify-between gap-3 px-3 py-2.5">
          <span className="min-w-0 wrap-anywhere">
            {text}
            {detail && (
              <span className={badge.tone === "danger" ? "text-danger block" : "text-muted block"}>
                {detail}
              </span>
            )}
          </span>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </li>
      ))}
    </ol>
  );
}
