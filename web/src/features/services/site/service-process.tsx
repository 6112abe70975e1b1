import type { Process } from "@/api/types";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";

export function ServiceProcess({ process: { heading, steps } }: { process: Process }) {
  if (steps.length === 0) return null;
  return (
    <section className="border-line bg-sunken mb-24 border-y lg:mb-32">
      <div className="frame py-20 lg:py-28">
        <SectionHeading heading={heading} />
        <ol className="mt-14 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step, index) => (
            <li key={index} className="border-ink border-t-2 pt-5">
              <p
                aria-hidden
                className="text-accent text-5xl leading-none font-bold tracking-tight tabular-nums"
              >
                {index + 1}
              </p>
              <h3 className="mt-5 text-xl font-bold tracking-tight">{step.title}</h3>
              <p className="text-muted mt-2 text-pretty">
                <Unbroken text={step.text} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
