import type { ReactNode } from "react";

/** A part of an edition's screen, with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line bg-surface grid gap-5 rounded-lg border p-4 sm:p-5">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
