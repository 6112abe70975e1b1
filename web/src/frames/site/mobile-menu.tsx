import { Mail, Menu, MessageCircle, Phone, X } from "lucide-react";

import type { Layout, MenuLink } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { ariaCurrent } from "./active-link";

interface MobileMenuProps {
  layout: Layout;
  path: string;
}

export function MobileMenu({ layout: { company, labels, menu }, path }: MobileMenuProps) {
  return (
    <details data-menu="" className="mobile-menu group lg:hidden print:hidden">
      <summary className="border-control flex size-11 list-none items-center justify-center rounded-md border">
        <span className="group-open:hidden">
          <Menu aria-hidden className="size-5" />
          <span className="sr-only">{labels.open_menu}</span>
        </span>
        <span className="hidden group-open:block">
          <X aria-hidden className="size-5" />
          <span className="sr-only">{labels.close_menu}</span>
        </span>
      </summary>
      <div className="border-line bg-paper shadow-high absolute inset-x-0 top-full max-h-[calc(100dvh-4.25rem)] overflow-y-auto overscroll-contain border-b">
        <nav aria-label={labels.main_menu} className="frame py-4">
          <ul>
            {menu.map((link, index) => (
              <li key={index} className="border-line border-b">
                <Entry link={link} path={path} />
              </li>
            ))}
          </ul>
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <a href={paths.auth} className={button({ look: "line", className: "signed-out" })}>
              {labels.sign_in}
            </a>
            <a href={labels.quote.url} className={button()}>
              {labels.quote.label}
            </a>
          </div>
          <Reach company={company} labels={labels} />
          {/* On wider screens, the line above the header shows it. */}
          <p className="text-muted mt-6 md:hidden">{company.tagline}</p>
        </nav>
      </div>
    </details>
  );
}

/** Contact links. Contact data that isn't set is omitted. */
function Reach({ company, labels }: Pick<Layout, "company" | "labels">) {
  const { email, phone, phone_url, whatsapp_link } = company;
  const link = "flex min-h-11 items-center gap-3 font-semibold break-all";
  return (
    <ul className="mt-6 grid gap-x-6 sm:grid-cols-3">
      {whatsapp_link ? (
        <li>
          <a href={whatsapp_link} rel="noopener" className={link}>
            <MessageCircle aria-hidden className="text-accent size-5 shrink-0" />
            {labels.whatsapp}
          </a>
        </li>
      ) : null}
      {phone ? (
        <li>
          <a href={phone_url} className={link}>
            <Phone aria-hidden className="text-accent size-5 shrink-0" />
            {phone}
          </a>
        </li>
      ) : null}
      {email ? (
        <li>
          <a href={`mailto:${email}`} className={link}>
            <Mail aria-hidden className="text-accent size-5 shrink-0" />
            {email}
          </a>
        </li>
      ) : null}
    </ul>
  );
}

function Entry({ link, path }: { link: MenuLink; path: string }) {
  if (link.children.length === 0) {
    return (
      <a
        href={link.url}
        aria-current={ariaCurrent(link.url, path)}
        className="aria-[current]:text-accent block py-3.5 text-lg font-semibold"
      >
        {link.label}
      </a>
    );
  }
  return (
    <div className="py-3.5">
      <p
        aria-current={ariaCurrent(link.url, path) && "true"}
        className="aria-[current]:text-accent text-lg font-semibold"
      >
        {link.label}
      </p>
      <ul className="border-line mt-1 border-l pl-4">
        {link.children.map((child, index) => (
          <li key={index}>
            <a
              href={child.url}
              aria-current={child.url === path ? "page" : undefined}
              className="text-muted aria-[current]:text-accent block py-2.5 aria-[current]:font-semibold"
            >
              {child.label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
