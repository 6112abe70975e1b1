import type { AboutHero as AboutHeroText, AboutView, Layout } from "@/api/types";
import { button } from "@/ui/button";
import { Drawing } from "@/ui/drawing/drawing";
import { HeroText } from "@/ui/hero";

interface AboutHeroProps {
  hero: AboutHeroText;
  facts: AboutView["facts"];
  layout: Layout;
}

export function AboutHero({ hero, facts, layout }: AboutHeroProps) {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-12 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-10 lg:pb-20">
      <HeroText
        hero={hero}
        layout={layout}
        actions={
          <a href={layout.labels.quote.url} className={button({ className: "max-sm:w-full" })}>
            {layout.labels.quote.label}
          </a>
        }
      >
        {facts.length > 0 ? (
          <dl className="mt-8 flex flex-wrap gap-x-10 gap-y-4">
            {facts.map((fact, index) => (
              <div key={index}>
                <dt className="text-muted text-sm">{fact.label}</dt>
                <dd className="font-bold">{fact.value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </HeroText>
      <Drawing name="growth" title={hero.illustration} className="mx-auto w-full max-w-lg" />
    </section>
  );
}
