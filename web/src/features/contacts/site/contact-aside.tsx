/** Beside the form: phone and WhatsApp for urgent cases, and an invitation to a consultation. */
import { MessageCircle, PhoneCall } from "lucide-react";

import type { Consulting, LayoutCompany, UrgentSupport } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Unbroken } from "@/ui/unbroken";

interface ContactAsideProps {
  urgent: UrgentSupport;
  consulting: Consulting;
  company: LayoutCompany;
  /** Label of WhatsApp. */
  whatsapp: string;
}

export function ContactAside({ urgent, consulting, company, whatsapp }: ContactAsideProps) {
  const isReachable = company.phone !== "" || company.whatsapp_url !== null;
  return (
    <div className="grid content-start gap-8">
      {isReachable && <Urgent urgent={urgent} company={company} whatsapp={whatsapp} />}
      <section className="border-line rounded-xl border p-7 lg:p-9">
        <h2 className="text-2xl leading-tight font-bold tracking-tight">{consulting.title}</h2>
        <p className="text-muted mt-3 text-pretty">
          <Unbroken text={consulting.text} />
        </p>
        <CheckList items={consulting.items} className="mt-5 grid gap-2.5" />
        <a href={consulting.action.url} className={button({ look: "line", className: "mt-7 w-full" })}>
          {consulting.action.label}
        </a>
      </section>
    </div>
  );
}

function Urgent({ urgent, company, whatsapp }: Omit<ContactAsideProps, "consulting">) {
  return (
    <section className="bg-night text-on-night rounded-xl border border-transparent p-7 lg:p-9">
      <h2 className="text-2xl leading-tight font-bold tracking-tight">{urgent.title}</h2>
      <p className="text-night-muted mt-3 text-pretty">
        <Unbroken text={urgent.text} />
      </p>
      <div className="mt-7 grid gap-3">
        {company.phone && (
          <a href={company.phone_url} className={button({ look: "signal" })}>
            <PhoneCall aria-hidden className="size-5" />
            {urgent.emergency}
          </a>
        )}
        {company.whatsapp_url ? (
          <a
            href={company.whatsapp_url}
            rel="noopener"
            title={whatsapp}
            className={button({ look: "night" })}
          >
            <MessageCircle aria-hidden className="size-5" />
            <span>
              {urgent.chat}
              <span aria-hidden className="text-night-muted font-normal">
                {` · ${whatsapp}`}
              </span>
            </span>
          </a>
        ) : null}
      </div>
    </section>
  );
}
