import type { HomeView, Layout } from "@/api/types";
import { Closing } from "@/ui/closing";
import { HomeClients } from "./home-clients";
import { Figures } from "./home-figures";
import { Features, HeroSection } from "./home-hero";
import { Reasons } from "./home-reasons";
import { Services } from "./home-services";
import { Testimonials } from "./home-testimonials";

export function HomePage({ content, clients, layout }: HomeView & { layout: Layout }) {
  return (
    <>
      <HeroSection hero={content.hero} layout={layout} />
      <HomeClients content={content} clients={clients} />
      <Features features={content.features} />
      <Services services={content.services} />
      <Figures title={content.figures.heading.title} items={content.figures.items} />
      <Reasons reasons={content.reasons} />
      <Testimonials testimonials={content.testimonials} />
      <Closing closing={content.closing} action={content.closing.action} drawing="support" layout={layout} />
    </>
  );
}
