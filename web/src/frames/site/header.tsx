import type { Layout } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { Wordmark } from "@/ui/wordmark";
import { DesktopMenu } from "./desktop-menu";
import { MobileMenu } from "./mobile-menu";
import { UserMenu } from "./user-menu";

interface HeaderProps {
  layout: Layout;
  path: string;
}

export function Header({ layout, path }: HeaderProps) {
  const { company, labels, menu } = layout;
  return (
    <header className="border-line bg-paper sticky top-0 z-40 border-b md:-top-10 print:static">
      <TopLine layout={layout} />
      <div className="frame flex h-17 items-center gap-4">
        <div className="flex min-w-36 flex-1">
          <a href={paths.home} className="rounded-sm">
            <Wordmark name={company.name} logo={company.logo} logoDark={company.logo_dark} />
          </a>
        </div>
        <DesktopMenu label={labels.main_menu} menu={menu} path={path} />
        <div className="ml-3 hidden items-center gap-2 lg:flex print:hidden">
          <a href={paths.auth} className={button({ look: "quiet", size: "small", className: "signed-out" })}>
            {labels.sign_in}
          </a>
          <a href={labels.quote.url} className={button({ size: "small" })}>
            {labels.quote.label}
          </a>
        </div>
        <UserMenu labels={labels} />
        <MobileMenu layout={layout} path={path} />
      </div>
    </header>
  );
}

/** Line above the header, which scrolls out of view. It is printed for its contact data, because the footer isn't printed. */
function TopLine({ layout: { company, labels } }: { layout: Layout }) {
  return (
    <div className="border-line text-muted hidden h-10 border-b text-sm md:block print:block">
      <div className="frame flex h-full items-center gap-6">
        <p className="mr-auto">{company.tagline}</p>
        {company.whatsapp_link ? (
          <a href={company.whatsapp_link} rel="noopener" className="hover:text-ink print:hidden">
            {labels.whatsapp}
          </a>
        ) : null}
        {company.phone ? (
          <a
            href={company.phone_url}
            className="hover:text-ink whitespace-nowrap"
            aria-label={`${labels.phone}: ${company.phone}`}
          >
            {company.phone}
          </a>
        ) : null}
        {company.email ? (
          <a href={`mailto:${company.email}`} className="hover:text-ink">
            {company.email}
          </a>
        ) : null}
      </div>
    </div>
  );
}
