import type { ServiceView } from "../../api/types";
import { button } from "../../ui/button";
import { CheckList } from "../../ui/check-list";
import { Drawing } from "../../ui/drawing/drawing";
import { ReachLinks, type ReachLayout } from "../../ui/reach";
import { Unbroken } from "../../ui/unbroken";

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
        <div>
          <p className="text-accent mb-4 font-semibold">{name}</p>
          <h1 className="text-display">
            <Unbroken text={hero.title} />
          </h1>
          <p className="text-muted mt-4 max-w-[36rem] text-xl text-pretty">
            <Unbroken text={hero.lead} />
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <a href={quote_url} className={button({ className: "max-sm:w-full" })}>
              {hero.action}
            </a>
            <ReachLinks layout={layout} />
          </div>
          <CheckList
            items={hero.facts}
            className="text-muted mt-8 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem]"
          />
        </div>
        <Drawing name={`service_${page}`} title={hero.illustration} className="mx-auto w-full max-w-md" />
      </section>
    </div>
  );
}
