import type { AboutView, Layout } from "@/api/types";
import { Closing } from "@/ui/closing";
import { Clients } from "./about-clients";
import { AboutHero } from "./about-hero";
import { History } from "./about-history";
import { Pillars } from "./about-pillars";
import { Team } from "./about-team";
import { Figures } from "./home-figures";

export function AboutPage({ content, facts, figures, layout }: AboutView & { layout: Layout }) {
  return (
    <>
      <AboutHero hero={content.hero} facts={facts} layout={layout} />
      <History history={content.history} />
      <Pillars pillars={content.pillars} />
      <Figures title={content.figures.heading.title} items={figures} />
      <Clients clients={content.clients} />
      <Team team={content.team} />
      <Closing closing={content.closing} action={content.closing.action} drawing="erp" layout={layout} />
    </>
  );
}
