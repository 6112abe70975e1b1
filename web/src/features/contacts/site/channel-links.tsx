/** The company's channels besides the form: phone, WhatsApp and email. */
import { Mail, MessageCircle, PhoneCall } from "lucide-react";

import type { ContactAfterText, LayoutCompany } from "@/api/types";
import { button } from "@/ui/button";

interface ChannelLinksProps {
  text: ContactAfterText;
  company: LayoutCompany;
  /** Prefilled WhatsApp message. */
  message?: string;
  /** Whether the email address is offered if there is neither phone nor WhatsApp. */
  mail?: boolean;
}

/** Links to the company's WhatsApp and phone. If it has neither, `mail` adds a link to its email address. */
export function ChannelLinks({ text, company, message, mail = false }: ChannelLinksProps) {
  const isMailOnly = mail && !company.whatsapp_url && !company.phone && company.email;
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {company.whatsapp_url && company.whatsapp_link ? (
        <a
          // With the visitor's own text, the link leads to WhatsApp directly: no server but WhatsApp's should receive it.
          href={message?.trim() ? whatsappUrl(company.whatsapp_url, message) : company.whatsapp_link}
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
      {isMailOnly ? (
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

/** Maximum number of characters of a prefilled message, because some phones refuse longer URLs. */
const MAX_MESSAGE = 1500;

/** Returns the company's WhatsApp URL with `message` prefilled; unchanged if the message is blank. */
export function whatsappUrl(url: string, message = ""): string {
  const text = message.trim().slice(0, MAX_MESSAGE);
  if (!text) return url;
  const [address = url] = url.split("?");
  return `${address}?text=${encodeURIComponent(text)}`;
}

type Channels = Pick<LayoutCompany, "phone" | "whatsapp_url" | "email">;

/**
 * Returns the reason of a failed request as a sentence. If the company has channels, `unsent` follows, which introduces the
 * links to them.
 */
export function reasonText(
  reason: string,
  { unsent }: Pick<ContactAfterText, "unsent">,
  company: Channels,
): string {
  const sentence = /[.!?…]$/.test(reason) ? reason : `${reason}.`;
  const { phone, whatsapp_url, email } = company;
  return phone || whatsapp_url || email ? `${sentence} ${unsent}` : sentence;
}
