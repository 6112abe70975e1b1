/** Links to the company's phone and WhatsApp, if set. */
import { MessageCircle, PhoneCall } from "lucide-react";
import type { ContactAfterText, LayoutCompany } from "../../api/types";
import { button } from "../../ui/button";
import { whatsappUrl } from "./whatsapp-url";

interface ReachLinksProps {
  text: ContactAfterText;
  company: LayoutCompany;
  /** Prefilled WhatsApp message. */
  message?: string;
}

export function ReachLinks({ text, company, message }: ReachLinksProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {company.whatsapp_url ? (
        <a
          href={whatsappUrl(company.whatsapp_url, message)}
          rel="noopener"
          className={button({ look: "line", size: "small" })}
        >
          <MessageCircle aria-hidden className="size-5" />
          {text.whatsapp}
        </a>
      ) : null}
      {company.phone ? (
        <a href={company.phone_url} className={button({ look: "line", size: "small" })}>
          <PhoneCall aria-hidden className="size-5" />
          {text.call} {company.phone}
        </a>
      ) : null}
    </div>
  );
}
