import type { AboutPillars } from "@/api/types";
import { Icon } from "@/ui/icon";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";

export function Pillars({ pillars: { heading, items } }: { pillars: AboutPillars }) {
  if (items.length === 0) return null;
  return (
    <section className="frame pb-24 lg:pb-32">
      <SectionHeading heading={heading} />
      <ul className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {items.map((item, index) => (
          <li key={index} className="border-ink border-t-2 pt-6">
            <Icon name={item.icon} className="text-accent size-9" />
            <h3 className="mt-5 text-xl font-bold tracking-tight">{item.title}</h3>
            <p className="text-muted mt-2.5 text-pretty">
              <Unbroken text={item.text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
