import type { ServiceView } from "@/api/types";
import { button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Drawing } from "@/ui/drawing/drawing";
import { HeroText } from "@/ui/hero";
import type { ReachLayout } from "@/ui/reach";

export function ServiceHero({ view, layout }: { view: ServiceView; layout: ReachLayout }) {
  const { hero, labels, name, page, quote_url } = view;
  return (
    <div className="frame pt-5 pb-20 lg:pt-4 lg:pb-24">
      <nav aria-label={labels.breadcrumbs} className="text-muted text-sm print:hidden">
        <ol className="flex flex-wrap gap-x-2">
          {[labels.home, labels.services].map((link) => (
            <li key={link.url} className="flex gap-x-2">
              <a href={link.url} className="hover:text-ink py-1 underline underline-offset-4">
                {link.label}
              </a>
              <span aria-hidden className="py-1">
                /
              </span>
            </li>
          ))}
          <li aria-current="page" className="text-ink py-1">
            {name}
          </li>
        </ol>
      </nav>
      <section className="mt-6 grid items-center gap-x-16 gap-y-10 lg:mt-4 lg:grid-cols-[1.3fr_1fr]">
        <HeroText
          hero={{ ...hero, eyebrow: name }}
          layout={layout}
          actions={
            <a href={quote_url} className={button({ className: "max-sm:w-full" })}>
              {hero.action}
            </a>
          }
        >
          <CheckList
            items={hero.facts}
            className="text-muted mt-8 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]"
          />
        </HeroText>
        <Drawing name={`service_${page}`} title={hero.illustration} className="mx-auto w-full max-w-md" />
      </section>
    </div>
  );
}
