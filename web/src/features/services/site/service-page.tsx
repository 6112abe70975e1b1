/** A detail page: one of the six pages that each show the services of one field. */
import { ArrowRight } from "lucide-react";

import type { Layout, OtherServicePage, Reading, ServiceItem, ServiceView } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Closing } from "@/ui/closing";
import { Drawing } from "@/ui/drawing/drawing";
import { Faq } from "@/ui/faq";
import { HeroText } from "@/ui/hero";
import type { ReachLayout } from "@/ui/reach";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";
import { FeaturedBadge } from "./featured-badge";

export function ServicePage(view: ServiceView & { layout: Layout }) {
  const { closing, faq, heading, labels, layout, others, page, quote_url, reading, services } = view;
  return (
    <>
      <ServiceHero view={view} layout={layout} />
      <ServiceCards heading={heading} services={services} labels={labels} />
      <Faq faq={faq} />
      <ServiceReading title={labels.reading} reading={reading} />
      <Closing
        closing={closing}
        action={{ label: closing.action, url: quote_url }}
        drawing={page}
        layout={layout}
      />
      <OtherServices title={labels.others} others={others} />
    </>
  );
}

function ServiceHero({ view, layout }: { view: ServiceView; layout: ReachLayout }) {
  const { hero, labels, name, page, quote_url } = view;
  return (
    <div className="frame pt-5 pb-20 lg:pt-4 lg:pb-24">
      <nav aria-label={labels.breadcrumbs} className="text-muted text-sm print:hidden">
        <ol className="flex flex-wrap gap-x-2">
          {[labels.home, labels.services].map((link) => (
            <li key={link.url} className="flex gap-x-2">
              <a href={link.url} className="hover:text-ink py-1 underline underline-offset-4">
                {link.label}
              </a>
              <span aria-hidden className="py-1">
                /
              </span>
            </li>
          ))}
          <li aria-current="page" className="text-ink py-1">
            {name}
          </li>
        </ol>
      </nav>
      <section className="mt-6 grid items-center gap-x-16 gap-y-10 lg:mt-4 lg:grid-cols-[1.3fr_1fr]">
        <HeroText
          hero={{ ...hero, eyebrow: name }}
          layout={layout}
          actions={
            <a href={quote_url} className={button({ className: "max-sm:w-full" })}>
              {hero.action}
            </a>
          }
        >
          <CheckList
            items={hero.facts}
            className="text-muted mt-8 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]"
          />
        </HeroText>
        <Drawing name={`service_${page}`} title={hero.illustration} className="mx-auto w-full max-w-md" />
      </section>
    </div>
  );
}

type ServiceCardsProps = Pick<ServiceView, "heading" | "services" | "labels">;

function ServiceCards({ heading, services, labels }: ServiceCardsProps) {
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

/** On large screens, a subgrid aligns the titles, texts and lists of the cards in a row. */
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

function ServiceReading({ title, reading }: { title: string; reading: Reading[] }) {
  if (reading.length === 0) return null;
  return (
    <section className="frame grid gap-x-16 gap-y-8 pb-24 lg:grid-cols-[1fr_1.7fr] lg:pb-32">
      <h2 className="text-2xl leading-tight font-bold tracking-tight text-balance">{title}</h2>
      <ul className="border-ink border-t-2">
        {reading.map(({ link, note }, index) => (
          <li key={index} className="border-line group relative border-b py-5">
            <a
              href={link.url}
              className="text-xl leading-snug font-bold tracking-tight underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              <Unbroken text={link.label} />
            </a>
            <p className="text-muted mt-1">{note}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function OtherServices({ title, others }: { title: string; others: OtherServicePage[] }) {
  if (others.length === 0) return null;
  return (
    <nav aria-label={title} className="border-line border-t print:hidden">
      <div className="frame py-14 lg:py-16">
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        <ul className="mt-8 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
          {others.map(({ page, link }) => (
            <li key={page}>
              <a href={link.url} className="group block">
                <Drawing
                  name={`service_${page}`}
                  className="h-24 transition-transform duration-300 group-hover:-translate-y-1"
                />
                <span className="group-hover:text-accent mt-3 block font-semibold text-balance underline-offset-4 group-hover:underline">
                  <Unbroken text={link.label} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
