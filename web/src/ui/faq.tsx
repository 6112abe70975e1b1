import { SectionHeading } from "./section-heading";
import { Unbroken } from "./unbroken";

interface FaqProps {
  faq: {
    heading: { eyebrow: string; title: string; lead: string };
    items: { question: string; answer: string }[];
  };
}

/** Questions that open without scripts; the browser's search finds text in closed ones. */
export function Faq({ faq: { heading, items } }: FaqProps) {
  if (items.length === 0) return null;
  return (
    <section className="frame grid gap-x-16 gap-y-10 pb-24 lg:grid-cols-[1fr_1.7fr] lg:pb-32">
      <SectionHeading heading={heading} />
      <div className="border-ink border-t-2">
        {items.map(({ question, answer }, index) => (
          <details key={index} className="group border-line border-b">
            <summary className="hover:text-accent flex list-none items-start justify-between gap-6 py-5">
              <h3 className="text-xl leading-snug font-bold tracking-tight">
                <Unbroken text={question} />
              </h3>
              <span
                aria-hidden
                className="text-accent w-5 shrink-0 text-center text-3xl leading-7 font-normal transition-transform duration-200 group-open:rotate-45"
              >
                +
              </span>
            </summary>
            <p className="text-muted max-w-[42rem] pt-1 pr-6 pb-7 text-pretty">
              <Unbroken text={answer} />
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}
