import type { AboutHero as AboutHeroText } from "../../api/types";
import { Growth } from "../../ui/drawing/growth";

export function AboutHero({ hero }: { hero: AboutHeroText }) {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-14 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-16 lg:pb-24">
      <div>
        <p className="text-accent font-semibold">{hero.eyebrow}</p>
        <h1 className="text-display mt-5">{hero.title}</h1>
        <p className="text-muted mt-6 max-w-[34rem] text-xl text-pretty">{hero.lead}</p>
      </div>
      <Growth title={hero.illustration} className="mx-auto w-full max-w-lg" />
    </section>
  );
}
