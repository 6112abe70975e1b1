import { ArrowDown } from "lucide-react";

import type { Heading, Layout, ServiceGroup } from "@/api/types";
import { button } from "@/ui/button";
import { HeroText } from "@/ui/hero";

interface ServicesHeroProps {
  hero: Heading;
  contents: string;
  groups: ServiceGroup[];
  layout: Layout;
}

export function ServicesHero({ hero, contents, groups, layout }: ServicesHeroProps) {
  return (
    <section className="frame grid gap-x-16 gap-y-12 pt-12 pb-20 lg:grid-cols-[1.35fr_1fr] lg:pt-14 lg:pb-24">
      <HeroText
        hero={hero}
        layout={layout}
        actions={
          <a href={layout.labels.quote.url} className={button({ className: "max-sm:w-full" })}>
            {layout.labels.quote.label}
          </a>
        }
      />
      {groups.length > 0 ? (
        <nav aria-label={contents} className="lg:self-end print:hidden">
          <ul className="border-ink border-t-2">
            {groups.map((group) => (
              <li key={group.id} className="border-line border-b">
                <a
                  href={`#${group.id}`}
                  className="group hover:text-accent flex items-center justify-between gap-4 py-3 text-lg font-semibold"
                >
                  {group.name}
                  <ArrowDown
                    aria-hidden
                    className="text-muted size-5 transition-transform group-hover:translate-y-0.5"
                  />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </section>
  );
}
