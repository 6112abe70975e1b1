import type { Layout, ServiceView } from "@/api/types";
import { Closing } from "@/ui/closing";
import { Faq } from "@/ui/faq";
import { OtherServices } from "./other-services";
import { ServiceCards } from "./service-cards";
import { ServiceHero } from "./service-hero";
import { ServiceReading } from "./service-reading";

export function ServicePage(view: ServiceView & { layout: Layout }) {
  const { closing, faq, heading, labels, layout, others, page, quote_url, reading, services } = view;
  return (
    <>
      <ServiceHero view={view} layout={layout} />
      <ServiceCards heading={heading} services={services} labels={labels} />
      <Faq faq={faq} />
      <ServiceReading title={labels.reading} reading={reading} />
      <Closing
        closing={closing}
        action={{ label: closing.action, url: quote_url }}
        drawing={page}
        layout={layout}
      />
      <OtherServices title={labels.others} others={others} />
    </>
  );
}
