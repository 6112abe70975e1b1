import { ArrowRight } from "lucide-react";

import type { ServiceItem, ServiceView } from "@/api/types";
import { CheckList } from "@/ui/check-list";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";
import { FeaturedBadge } from "./featured-badge";

type ServiceCardsProps = Pick<ServiceView, "heading" | "services" | "labels">;

export function ServiceCards({ heading, services, labels }: ServiceCardsProps) {
  if (services.length === 0) return null;
  return (
    <section className="frame pb-24 lg:pb-32">
      <SectionHeading heading={heading} />
      <ul className="border-line bg-surface mt-14 grid overflow-hidden rounded-xl border lg:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {services.map((service, index) => (
          <Card key={index} service={service} labels={labels} />
        ))}
      </ul>
    </section>
  );
}

/** On desks the cards of a row share its lines: titles, texts and lists begin at the same height in all of them. */
function Card({ service, labels }: { service: ServiceItem; labels: ServiceView["labels"] }) {
  return (
    <li className="border-line -mr-px -mb-px flex flex-col border-r border-b p-7 lg:row-span-5 lg:grid lg:grid-rows-subgrid lg:p-9">
      <div className="flex">{service.is_featured ? <FeaturedBadge label={labels.featured} /> : null}</div>
      <h3 className="mt-2 text-2xl leading-tight font-bold tracking-tight">
        <Unbroken text={service.title} />
      </h3>
      <p className="text-muted mt-3 text-pretty">
        <Unbroken text={service.description} />
      </p>
      <CheckList
        items={service.features}
        className="border-line mt-6 mb-8 grid content-start gap-x-8 gap-y-2.5 border-t pt-6"
      />
      <a
        href={service.quote_url}
        className="text-accent mt-auto inline-flex min-h-6 items-center gap-1.5 self-start font-semibold underline-offset-4 hover:underline"
      >
        {labels.quote}
        <span className="sr-only">: {service.title}</span>
        <ArrowRight aria-hidden className="size-4" />
      </a>
    </li>
  );
}
