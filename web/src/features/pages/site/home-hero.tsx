import type { Hero, HomeFeatures } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Drawing } from "@/ui/drawing/drawing";
import { HeroText } from "@/ui/hero";
import { Icon } from "@/ui/icon";
import type { ReachLayout } from "@/ui/reach";
import { Unbroken } from "@/ui/unbroken";

export function HeroSection({ hero, layout }: { hero: Hero; layout: ReachLayout }) {
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
    <section className="frame">
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
