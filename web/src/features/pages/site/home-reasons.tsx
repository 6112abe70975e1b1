import type { HomeReasons } from "@/api/types";
import { Icon } from "@/ui/icon";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";

export function Reasons({ reasons: { heading, items } }: { reasons: HomeReasons }) {
  if (items.length === 0) return null;
  return (
    <section className="frame grid gap-x-16 gap-y-12 py-24 lg:grid-cols-[1fr_1.25fr] lg:py-32">
      <SectionHeading heading={heading} className="lg:sticky lg:top-32 lg:self-start" />
      <ul className="border-ink border-t-2">
        {items.map((item, index) => (
          <li key={index} className="border-line grid grid-cols-[auto_1fr] gap-x-6 border-b py-8 sm:gap-x-8">
            <Icon name={item.icon} className="text-accent mt-0.5 size-8" />
            <div>
              <h3 className="text-2xl leading-tight font-bold tracking-tight">
                <Unbroken text={item.title} />
              </h3>
              <p className="text-muted mt-2.5 max-w-[34rem] text-pretty">
                <Unbroken text={item.text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
