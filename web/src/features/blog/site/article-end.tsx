import { ArrowRight } from "lucide-react";

import type { ArticleView, Layout } from "@/api/types";
import { button } from "@/ui/button";
import { ReachLinks } from "@/ui/reach";
import { Unbroken } from "@/ui/unbroken";
import { NewsletterBox } from "./newsletter-box";

/** The end of an article: the newsletter form, then a link to the related service. */
export function ArticleEnd({ view, layout }: { view: ArticleView; layout: Layout }) {
  const { closing } = view.content;
  return (
    <div className="frame grid gap-10 pb-24 lg:pb-32 print:hidden">
      <NewsletterBox text={view.newsletter} labels={layout.labels} />
      <section className="border-line bg-surface grid items-center gap-x-16 gap-y-8 rounded-xl border px-7 py-12 sm:px-12 lg:grid-cols-[1.1fr_1fr] lg:px-16">
        <div>
          <h2 className="text-3xl leading-tight font-bold tracking-tight">{closing.title}</h2>
          <p className="text-muted mt-3 text-lg text-pretty">
            <Unbroken text={closing.text} />
          </p>
          {view.service ? (
            <a
              href={view.service.url}
              className="text-accent mt-5 inline-flex min-h-6 items-center gap-2 font-semibold underline-offset-4 hover:underline"
            >
              {view.service.label}
              <ArrowRight aria-hidden className="size-4 shrink-0" />
            </a>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={closing.action.url} className={button({ className: "max-sm:w-full" })}>
            {closing.action.label}
          </a>
          <ReachLinks layout={layout} />
        </div>
      </section>
    </div>
  );
}
