import { ArrowDown, ArrowRight } from "lucide-react";

import type { Heading, Layout, Process, ServiceGroup, ServicesView } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Closing } from "@/ui/closing";
import { Drawing } from "@/ui/drawing/drawing";
import { Faq } from "@/ui/faq";
import { HeroText } from "@/ui/hero";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";
import { FeaturedBadge } from "./featured-badge";

export function ServicesPage({ content, groups, layout }: ServicesView & { layout: Layout }) {
  const { closing, contents, details, faq, featured, hero, process } = content;
  return (
    <>
      <ServicesHero hero={hero} contents={contents} groups={groups} layout={layout} />
      {groups.map((group) => (
        <ServiceGroupSection key={group.id} group={group} details={details} featured={featured} />
      ))}
      <ServiceProcess process={process} />
      <Faq faq={faq} />
      <Closing closing={closing} action={closing.action} drawing="cloud" layout={layout} />
    </>
  );
}

interface ServicesHeroProps {
  hero: Heading;
  contents: string;
  groups: ServiceGroup[];
  layout: Layout;
}

function ServicesHero({ hero, contents, groups, layout }: ServicesHeroProps) {
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

interface ServiceGroupProps {
  group: ServiceGroup;
  details: string;
  featured: string;
}

function ServiceGroupSection({ group, details, featured }: ServiceGroupProps) {
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
