import type { AboutHero as AboutHeroText, AboutView, Layout } from "../../api/types";
import { button } from "../../ui/button";
import { Drawing } from "../../ui/drawing/drawing";
import { ReachLinks } from "../../ui/reach";
import { Unbroken } from "../../ui/unbroken";

interface AboutHeroProps {
  hero: AboutHeroText;
  facts: AboutView["facts"];
  layout: Layout;
}

export function AboutHero({ hero, facts, layout }: AboutHeroProps) {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-12 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-10 lg:pb-20">
      <div>
        {hero.eyebrow ? <p className="text-accent font-semibold">{hero.eyebrow}</p> : null}
        <h1 className="text-display mt-4">
          <Unbroken text={hero.title} />
        </h1>
        <p className="text-muted mt-5 max-w-[34rem] text-xl text-pretty">
          <Unbroken text={hero.lead} />
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <a href={layout.labels.quote.url} className={button({ className: "max-sm:w-full" })}>
            {layout.labels.quote.label}
          </a>
          <ReachLinks layout={layout} />
        </div>
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
      </div>
      <Drawing name="growth" title={hero.illustration} className="mx-auto w-full max-w-lg" />
    </section>
  );
}
