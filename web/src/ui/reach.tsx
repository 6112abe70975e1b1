import { MessageCircle, Phone } from "lucide-react";

import { button } from "./button";

/** The contact data of a page's layout. */
export interface ReachLayout {
  company: { whatsapp_link: string | null; phone: string; phone_url: string };
  labels: { whatsapp: string; phone: string };
}

interface ReachLinksProps {
  layout: ReachLayout;
  look?: "line" | "night";
}

/** WhatsApp and phone links next to a call to action. Links without contact data are omitted. */
export function ReachLinks({ layout: { company, labels }, look = "line" }: ReachLinksProps) {
  return (
    <>
      {company.whatsapp_link ? (
        <a
          href={company.whatsapp_link}
          rel="noopener"
          className={button({ look, className: "max-sm:w-full" })}
        >
          <MessageCircle aria-hidden className="size-5" />
          {labels.whatsapp}
        </a>
      ) : null}
      {company.phone ? (
        <a
          href={company.phone_url}
          className="inline-flex min-h-13 items-center justify-center gap-2 px-2 font-semibold whitespace-nowrap underline-offset-4 hover:underline max-sm:w-full"
        >
          <Phone aria-hidden className="size-4" />
          <span className="sr-only">{labels.phone}: </span>
          {company.phone}
        </a>
      ) : null}
    </>
  );
}
