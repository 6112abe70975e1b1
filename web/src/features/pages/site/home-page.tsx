import { clsx } from "clsx/lite";
import { ArrowRight, Star } from "lucide-react";

import type {
  Hero,
  HomeFeatures,
  HomeReasons,
  HomeServices,
  HomeTestimonials,
  HomeView,
  Layout,
  ServiceTeaser,
} from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Closing } from "@/ui/closing";
import { Drawing } from "@/ui/drawing/drawing";
import { HeroText } from "@/ui/hero";
import { Icon } from "@/ui/icon";
import type { ReachLayout } from "@/ui/reach";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";
import { Stats } from "./stats";

export function HomePage({ content, clients, layout }: HomeView & { layout: Layout }) {
  return (
    <>
      <HeroSection hero={content.hero} layout={layout} />
      <HomeClients content={content} clients={clients} />
      <Features features={content.features} />
      <Services services={content.services} />
      <Stats title={content.stats.heading.title} items={content.stats.items} />
      <Reasons reasons={content.reasons} />
      <Testimonials testimonials={content.testimonials} />
      <Closing closing={content.closing} action={content.closing.action} drawing="support" layout={layout} />
    </>
  );
}

function HeroSection({ hero, layout }: { hero: Hero; layout: ReachLayout }) {
  return (
    <section className="frame grid items-center gap-x-8 gap-y-10 pt-10 pb-16 lg:grid-cols-[1.02fr_1fr] lg:pt-6 lg:pb-20">
      <HeroText
        hero={hero}
        layout={layout}
        actions={
          <>
            <a href={hero.primary.url} className={button({ className: "max-sm:w-full" })}>
              {hero.primary.label}
            </a>
            <a href={hero.secondary.url} className={button({ look: "line", className: "max-sm:w-full" })}>
              {hero.secondary.label}
            </a>
          </>
        }
      >
        <CheckList
          items={hero.facts}
          className="text-muted mt-7 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]"
        />
      </HeroText>
      <div className="max-lg:mx-auto max-lg:w-full max-lg:max-w-xl lg:-mr-8">
        <Drawing name="landscape" title={hero.illustration} className="h-auto w-full" />
      </div>
    </section>
  );
}

export function Features({ features: { heading, items } }: { features: HomeFeatures }) {
  if (items.length === 0) return null;
  return (
    <section className="frame pb-24 lg:pb-32">
      <div className="border-ink border-t-2 pt-8 lg:pt-10">
        <div className="grid gap-4 lg:grid-cols-2 lg:gap-8">
          <h2 className="text-section max-w-[18ch]">
            <Unbroken text={heading.title} />
          </h2>
          <p className="text-muted max-w-[36rem] text-lg text-pretty lg:pt-2">
            <Unbroken text={heading.lead} />
          </p>
        </div>
        <ul className="divide-line mt-12 grid max-md:divide-y md:grid-cols-3 md:divide-x">
          {items.map((item, index) => (
            <li key={index} className="py-7 md:px-8 md:py-2 md:first:pl-0 md:last:pr-0">
              <Icon name={item.icon} className="text-accent size-9" />
              <h3 className="mt-5 text-xl font-bold tracking-tight">{item.title}</h3>
              <p className="text-muted mt-2.5 text-pretty">
                <Unbroken text={item.text} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function HomeClients({ content, clients }: Pick<HomeView, "content" | "clients">) {
  const { title, all } = content.clients;
  if (clients.length === 0) return null;
  return (
    <section className="frame pb-20 lg:pb-28">
      <div className="border-line border-t pt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 className="text-muted font-semibold">{title}</h2>
          <a
            href={all.url}
            className="text-accent inline-flex items-center gap-2 font-semibold hover:underline"
          >
            {all.label}
            <ArrowRight aria-hidden className="size-4" />
          </a>
        </div>
        <ul className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 md:grid-cols-4">
          {clients.map((name, index) => (
            <li key={index} className="text-lg leading-tight font-semibold tracking-tight lg:text-xl">
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function Services({ services: { heading, items, more, all } }: { services: HomeServices }) {
  if (items.length === 0) return null;
  return (
    <section className="frame pb-24 lg:pb-32">
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

function Testimonials({ testimonials: { heading, rating, items } }: { testimonials: HomeTestimonials }) {
  if (items.length === 0) return null;
  return (
    <section className="border-line border-t">
      <div className="frame py-24 lg:py-32">
        <h2 className="text-section">{heading.title}</h2>
        <ul className="mt-14 grid gap-x-16 gap-y-14 lg:grid-cols-[1.35fr_1fr] lg:grid-rows-2">
          {items.map((item, index) => (
            <li
              key={index}
              className={clsx(index === 0 ? "lg:row-span-2" : "lg:border-line lg:border-l lg:pl-12")}
            >
              <figure className="flex h-full flex-col gap-6">
                <Stars count={item.rating} label={rating.replace("{rating}", String(item.rating))} />
                <blockquote
                  className={clsx("text-pretty", index === 0 ? "text-quote" : "text-xl leading-snug")}
                >
                  <p>“{item.text}”</p>
                </blockquote>
                <figcaption>
                  <p className="font-bold">{item.name}</p>
                  <p className="text-muted">{item.company}</p>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Stars({ count, label }: { count: number; label: string }) {
  return (
    <div role="img" aria-label={label} className="text-accent flex gap-1">
      {Array.from({ length: count }, (_, star) => (
        <Star key={star} aria-hidden className="size-5 fill-current" />
      ))}
    </div>
  );
}
