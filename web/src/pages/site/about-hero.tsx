import type { AboutHero as AboutHeroText, AboutView } from "../../api/types";
import { Drawing } from "../../ui/drawing/drawing";

interface AboutHeroProps {
  hero: AboutHeroText;
  facts: AboutView["facts"];
}

export function AboutHero({ hero, facts }: AboutHeroProps) {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-14 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        {hero.eyebrow ? <p className="text-accent font-semibold">{hero.eyebrow}</p> : null}
        <h1 className="text-display mt-5">{hero.title}</h1>
        <p className="text-muted mt-6 max-w-[34rem] text-xl text-pretty">{hero.lead}</p>
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
