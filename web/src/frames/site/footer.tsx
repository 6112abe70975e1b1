import { clsx } from "clsx/lite";

import type { Layout, LayoutFooterSection, SocialLink } from "@/api/types";
import { paths } from "@/lib/paths";
import { Wordmark } from "@/ui/wordmark";

interface FooterProps {
  layout: Layout;
}

export function FooterContent({ layout }: FooterProps) {
  const { consent_link, copyright, footer, labels, legal } = layout;
  return (
    <div className="frame py-16">
      <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1.3fr]">
        {footer.map((section, index) => (
          <Section key={index} section={section} layout={layout} />
        ))}
      </div>
      <div className="border-control/40 text-muted mt-14 flex flex-wrap items-center gap-x-8 gap-y-4 border-t pt-8 text-sm">
        <div className="mr-auto grid gap-1">
          <p>{copyright}</p>
          <LegalLine layout={layout} />
        </div>
        <nav aria-label={labels.legal}>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {[
              { label: labels.newsletter, url: paths.newsletter },
              { label: labels.feed, url: paths.feed },
              ...legal,
              ...(consent_link?.url ? [{ label: consent_link.label, url: consent_link.url }] : []),
            ].map((link, index) => (
              <li key={index}>
                <a
                  href={link.url}
                  className="hover:text-ink inline-block min-h-6 underline-offset-4 hover:underline"
                >
                  {link.label}
                </a>
              </li>
            ))}
            {consent_link?.url === null ? (
              <li>
                <button
                  type="button"
                  data-consent-link
                  className="hover:text-ink cursor-pointer pb-1 underline-offset-4 hover:underline"
                >
                  {consent_link.label}
                </button>
              </li>
            ) : null}
          </ul>
        </nav>
      </div>
    </div>
  );
}

/** Legal name, CNPJ and, if no footer section shows it, the address. Nothing if both name and CNPJ are blank. */
function LegalLine({ layout: { company, footer } }: FooterProps) {
  const { legal_name, cnpj, address } = company;
  if (!legal_name && !cnpj) return null;
  const hasAddress = footer.some((section) => section.type === "contact");
  const parts = [legal_name, cnpj && `CNPJ\u00a0${cnpj}`, hasAddress ? "" : address];
  return <p>{parts.filter(Boolean).join(" · ")}</p>;
}

function Section({ section, layout }: { section: LayoutFooterSection; layout: Layout }) {
  const { company, social } = layout;
  if (section.type === "text") {
    return (
      <div className="sm:max-lg:col-span-2">
        <Wordmark name={company.name} logo={company.logo} logoDark={company.logo_dark} />
        <h2 className="sr-only">{section.title}</h2>
        <p className="text-muted mt-5 max-w-[26rem]">{section.description}</p>
        <Social links={social} label={layout.labels.social} />
      </div>
    );
  }
  return (
    <div>
      <h2 className="font-bold">{section.title}</h2>
      {section.type === "links" ? (
        <ul className="mt-4 grid gap-2.5">
          {section.links.map((link, index) => (
            <li key={index}>
              <a
                href={link.url}
                className="text-muted hover:text-ink inline-block min-h-6 underline-offset-4 hover:underline"
              >
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {section.type === "contact" ? <ContactBlock layout={layout} /> : null}
      {section.type === "social" ? <Social links={social} label={section.title} /> : null}
    </div>
  );
}

function ContactBlock({ layout: { company, labels } }: FooterProps) {
  const { phone, phone_url, whatsapp_link, email, address, maps_url } = company;
  return (
    <dl className="text-muted mt-4 grid gap-2.5">
      {phone && (
        <ContactLink label={labels.phone} url={phone_url} className="whitespace-nowrap">
          {phone}
        </ContactLink>
      )}
      {whatsapp_link ? (
        <ContactLink label={labels.whatsapp} url={whatsapp_link}>
          {labels.whatsapp}
        </ContactLink>
      ) : null}
      {email && (
        <ContactLink label={labels.email} url={`mailto:${email}`}>
          {email}
        </ContactLink>
      )}
      {address && (
        <ContactLink label={labels.address} url={maps_url}>
          {address}
        </ContactLink>
      )}
      <dt className="sr-only">{labels.hours}</dt>
      {company.hours.map((line, index) => (
        <dd key={index}>{line}</dd>
      ))}
    </dl>
  );
}

interface ContactLinkProps {
  label: string;
  url: string;
  className?: string;
  children: string;
}

function ContactLink({ label, url, className, children }: ContactLinkProps) {
  return (
    <>
      <dt className="sr-only">{label}</dt>
      <dd>
        <a
          href={url}
          rel="noopener"
          className={clsx(
            "hover:text-ink inline-block min-h-6 underline-offset-4 hover:underline",
            className,
          )}
        >
          {children}
        </a>
      </dd>
    </>
  );
}

const NETWORKS: Record<SocialLink["network"], string> = {
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  twitter: "X",
};

function Social({ links, label }: { links: SocialLink[]; label: string }) {
  if (links.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
      {links.map((link) => (
        <li key={link.network}>
          <a
            href={link.url}
            rel="noopener"
            className="inline-block min-h-6 font-medium underline underline-offset-4"
          >
            {NETWORKS[link.network]}
          </a>
        </li>
      ))}
    </ul>
  );
}
