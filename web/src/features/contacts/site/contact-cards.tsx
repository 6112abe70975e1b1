import { ArrowRight, Clock, type LucideIcon, Mail, MapPin, Phone } from "lucide-react";

import type { ContactCard, LayoutCompany, OpeningText } from "@/api/types";
import { paths } from "@/lib/paths";

/** What a card shows about the company, besides the card's own texts. */
interface CardFacts {
  icon: LucideIcon;
  lines: string[];
  /** Target of the lines, if they are links. */
  lineUrl?: string;
  /** Target of the card's action; if empty, the card has no action. */
  actionUrl: string;
  opening?: OpeningText | null;
}

interface ContactCardsProps {
  cards: ContactCard[];
  company: LayoutCompany;
  opening: OpeningText | null;
}

export function ContactCards({ cards, company, opening }: ContactCardsProps) {
  const mailUrl = `mailto:${company.email}`;
  const facts: Record<ContactCard["kind"], CardFacts> = {
    phone: {
      icon: Phone,
      lines: [company.phone],
      lineUrl: company.phone_url,
      actionUrl: company.phone_url,
    },
    email: { icon: Mail, lines: [company.email], lineUrl: mailUrl, actionUrl: mailUrl },
    location: {
      icon: MapPin,
      lines: [company.address],
      lineUrl: company.maps_url,
      actionUrl: paths.contactForm,
    },
    // Without a phone number, the card of the hours has no action.
    hours: { icon: Clock, lines: company.hours, actionUrl: company.phone_url, opening },
  };
  const shown = cards.filter(({ kind }) => facts[kind].lines.some(Boolean));
  if (shown.length === 0) return null;
  return (
    <div className="frame">
      <ul className="cells sm:max-lg:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] sm:max-lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {shown.map((card) => (
          <Card key={card.kind} card={card} facts={facts[card.kind]} />
        ))}
      </ul>
    </div>
  );
}

function Card({ card, facts }: { card: ContactCard; facts: CardFacts }) {
  const { icon: Icon, lines, lineUrl, actionUrl, opening } = facts;
  return (
    <li className="bg-surface flex flex-col p-6 lg:p-7">
      <Icon aria-hidden className="text-accent size-7" strokeWidth={1.5} />
      <h2 className="mt-4 font-bold">{card.title}</h2>
      <div className="mt-1 font-medium">
        {lines.map((line, index) => (
          <p key={index}>
            {lineUrl ? (
              <a
                href={lineUrl}
                rel="noopener"
                className="inline-flex min-h-6 items-center wrap-anywhere underline underline-offset-4"
              >
                {line}
              </a>
            ) : (
              line
            )}
          </p>
        ))}
      </div>
      {opening && (
        <p className="mt-1 flex items-center gap-2 font-semibold">
          <span
            aria-hidden
            className={`size-2.5 shrink-0 rounded-full border border-transparent ${opening.is_open ? "bg-success" : "bg-control"}`}
          />
          {opening.text}
        </p>
      )}
      <p className="text-muted mt-1 mb-4 text-[0.9375rem]">{card.text}</p>
      {actionUrl && (
        <a
          href={actionUrl}
          className="text-accent mt-auto inline-flex min-h-6 items-center gap-1.5 self-start font-semibold underline-offset-4 hover:underline"
        >
          {card.action}
          <ArrowRight aria-hidden className="size-4" />
        </a>
      )}
    </li>
  );
}
