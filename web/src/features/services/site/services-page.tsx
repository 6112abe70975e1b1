import type { Layout, ServicesView } from "@/api/types";
import { Closing } from "@/ui/closing";
import { Faq } from "@/ui/faq";
import { ServiceGroupSection } from "./service-group";
import { ServiceProcess } from "./service-process";
import { ServicesHero } from "./services-hero";

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
