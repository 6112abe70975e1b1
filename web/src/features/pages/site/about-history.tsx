import type { AboutHistory } from "@/api/types";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";

export function History({ history: { heading, milestones } }: { history: AboutHistory }) {
  if (milestones.length === 0) return null;
  return (
    <section className="border-line border-t">
      <div className="frame grid gap-x-16 gap-y-12 py-24 lg:grid-cols-[1fr_1.25fr] lg:py-32">
        <SectionHeading heading={heading} className="lg:sticky lg:top-32 lg:self-start" />
        {/* The column of the years is as wide as the longest text in it. */}
        <ol className="border-ink content-start gap-x-8 border-t-2 sm:grid sm:grid-cols-[fit-content(11rem)_1fr]">
          {milestones.map((milestone, index) => (
            <li
              key={index}
              className="border-line grid gap-y-2 border-b py-8 sm:col-span-2 sm:grid-cols-subgrid"
            >
              <p className="text-accent text-2xl leading-tight font-bold tracking-tight tabular-nums">
                {milestone.year}
              </p>
              <div>
                <h3 className="text-2xl leading-tight font-bold tracking-tight">{milestone.title}</h3>
                <p className="text-muted mt-2.5 max-w-[34rem] text-pretty">
                  <Unbroken text={milestone.text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
