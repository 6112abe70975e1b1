import { ArrowRight } from "lucide-react";

import type { HomeServices, ServiceTeaser } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";
import { button } from "@/ui/button";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";

export function Services({ services: { heading, items, more, all } }: { services: HomeServices }) {
  if (items.length === 0) return null;
  return (
    <section className="frame py-24 lg:py-32">
      <div className="flex flex-wrap items-end justify-between gap-8">
        <SectionHeading heading={heading} />
        <a href={all.url} className={button({ look: "line", size: "small" })}>
          {all.label}
        </a>
      </div>
      <ul className="cells mt-14 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, index) => (
          <Teaser key={index} teaser={item} more={more} />
        ))}
      </ul>
    </section>
  );
}

function Teaser({ teaser, more }: { teaser: ServiceTeaser; more: string }) {
  return (
    <li className="group bg-paper hover:bg-surface relative flex flex-col p-7 transition-colors lg:p-9">
      <Drawing name={`service_${teaser.drawing}`} className="h-40 self-start" />
      <h3 className="mt-7 text-2xl font-bold tracking-tight">
        <Unbroken text={teaser.title} />
      </h3>
      <p className="text-muted mt-2.5 mb-6 text-pretty">
        <Unbroken text={teaser.text} />
      </p>
      <a
        href={teaser.url}
        className="text-accent mt-auto inline-flex min-h-6 items-center gap-2 font-semibold after:absolute after:inset-0"
      >
        {more}
        <span className="sr-only">: {teaser.title}</span>
        <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-1" />
      </a>
    </li>
  );
}
