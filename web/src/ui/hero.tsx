/** The heading, summary and calls to action that open a page. */
import type { ReactNode } from "react";

import { type ReachLayout, ReachLinks } from "./reach";
import { Unbroken } from "./unbroken";

interface HeroTextProps {
  hero: { eyebrow?: string; title: string; lead: string };
  layout: ReachLayout;
  /** The page's own links, before WhatsApp and phone. */
  actions: ReactNode;
  /** Content after the links. */
  children?: ReactNode;
}

export function HeroText({ hero: { eyebrow, title, lead }, layout, actions, children }: HeroTextProps) {
  return (
    <div>
      {eyebrow ? <p className="text-accent font-semibold">{eyebrow}</p> : null}
      <h1 className="text-display mt-4">
        <Unbroken text={title} />
      </h1>
      <p className="text-muted mt-5 max-w-[36rem] text-xl text-pretty">
        <Unbroken text={lead} />
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        {actions}
        <ReachLinks layout={layout} />
      </div>
      {children}
    </div>
  );
}
