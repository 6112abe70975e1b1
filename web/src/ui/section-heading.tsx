import { clsx } from "clsx/lite";

import { Unbroken } from "./unbroken";

interface SectionHeadingProps {
  heading: { eyebrow: string; title: string; lead: string };
  className?: string;
}

export function SectionHeading({ heading, className }: SectionHeadingProps) {
  return (
    <div className={clsx("max-w-[42rem]", className)}>
      {heading.eyebrow ? <p className="text-accent mb-4 font-semibold">{heading.eyebrow}</p> : null}
      <h2 className="text-section">
        <Unbroken text={heading.title} />
      </h2>
      {heading.lead ? (
        <p className="text-muted mt-5 max-w-[36rem] text-lg text-pretty">
          <Unbroken text={heading.lead} />
        </p>
      ) : null}
    </div>
  );
}
