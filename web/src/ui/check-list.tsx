import { Check } from "lucide-react";

import { Unbroken } from "./unbroken";

/** List of short statements with ticks. The caller sets the layout. */
export function CheckList({ items, className }: { items: string[]; className: string }) {
  return (
    <ul className={className}>
      {items.map((item, index) => (
        <li key={index} className="flex gap-2.5">
          <Check aria-hidden className="text-accent mt-1 size-4 shrink-0" strokeWidth={2.5} />
          <span>
            <Unbroken text={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}
