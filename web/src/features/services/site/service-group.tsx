import { ArrowRight } from "lucide-react";

import type { ServiceGroup } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Drawing } from "@/ui/drawing/drawing";
import { Unbroken } from "@/ui/unbroken";
import { FeaturedBadge } from "./featured-badge";

interface ServiceGroupProps {
  group: ServiceGroup;
  details: string;
  featured: string;
}

export function ServiceGroupSection({ group, details, featured }: ServiceGroupProps) {
  const title = `${group.id}-titulo`;
  return (
    <section id={group.id} aria-labelledby={title} className="frame pb-20 lg:pb-28">
      <div className="border-ink grid gap-x-16 gap-y-10 border-t-2 pt-8 lg:grid-cols-[1fr_1.7fr] lg:pt-10">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <Drawing name={`service_${group.page}`} className="h-44" />
          <h2 id={title} className="mt-6 text-3xl leading-tight font-bold tracking-tight lg:text-4xl">
            {group.name}
          </h2>
          <p className="text-muted mt-3 max-w-[30rem] text-lg text-pretty">
            <Unbroken text={group.summary} />
          </p>
          <a href={group.url} className={button({ look: "line", size: "small", className: "mt-6" })}>
            {details}
            <span className="sr-only">: {group.name}</span>
            <ArrowRight aria-hidden className="size-4" />
          </a>
        </div>
        <ul className="divide-line divide-y">
          {group.services.map((service, index) => (
            <li key={index} className="py-8 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <h3 className="text-2xl leading-tight font-bold tracking-tight">
                  <Unbroken text={service.title} />
                </h3>
                {service.is_featured ? <FeaturedBadge label={featured} /> : null}
              </div>
              <p className="text-muted mt-2.5 max-w-[42rem] text-pretty">
                <Unbroken text={service.description} />
              </p>
              <CheckList items={service.features} className="mt-5 grid gap-x-8 gap-y-2.5 sm:grid-cols-2" />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
