/** Links to the company's phone and WhatsApp, if set, or else to its e-mail address. */
import { Mail, MessageCircle, PhoneCall } from "lucide-react";

import type { ContactAfterText, LayoutCompany } from "@/api/types";
import { button } from "@/ui/button";
import { whatsappUrl } from "./whatsapp-url";

interface ReachLinksProps {
  text: ContactAfterText;
  company: LayoutCompany;
  /** Prefilled WhatsApp message. */
  message?: string;
  /** Offers the e-mail address if there is neither phone nor WhatsApp. */
  mail?: boolean;
}

export function ReachLinks({ text, company, message, mail = false }: ReachLinksProps) {
  const only_mail = mail && !company.whatsapp_url && !company.phone && company.email;
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
      {only_mail ? (
        <a
          href={`mailto:${company.email}`}
          className={button({ look: "line", size: "small", className: "wrap-anywhere" })}
        >
          <Mail aria-hidden className="size-5 shrink-0" />
          {company.email}
        </a>
      ) : null}
    </div>
  );
}
