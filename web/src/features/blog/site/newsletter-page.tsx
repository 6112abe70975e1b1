import { MailCheck } from "lucide-react";

import type { Layout, NewsletterView } from "@/api/types";
import { button } from "@/ui/button";
import { Island } from "@/ui/island";
import { Unbroken } from "@/ui/unbroken";
import { NewsletterBox } from "./newsletter-box";

/** The newsletter's page: the form, with errors after a refused request without scripts, or the thanks for subscribing. */
export function NewsletterPage({
  content,
  choices,
  form,
  archive,
  layout,
}: NewsletterView & { layout: Layout }) {
  if (form.done) {
    return (
      <section className="frame py-24 lg:py-36">
        <span className="bg-accent text-on-accent flex size-14 items-center justify-center rounded-full">
          <MailCheck aria-hidden className="size-7" strokeWidth={2.5} />
        </span>
        <h1 className="text-display mt-8 max-w-[16ch]">
          <Unbroken text={content.done_title} />
        </h1>
        <p className="text-muted mt-6 max-w-[38rem] text-xl text-pretty">
          <Unbroken text={content.done_text} />
        </p>
        <a href={content.back.url} className={button({ className: "mt-10" })}>
          {content.back.label}
        </a>
      </section>
    );
  }
  const error = form.errors["email"] ?? form.failure ?? undefined;
  return (
    <div className="frame py-16 lg:py-24">
      <h1 className="sr-only">{content.title}</h1>
      <Island
        name="newsletter_box"
        component={NewsletterBox}
        props={{
          text: content,
          labels: layout.labels,
          email: form.email,
          error,
          interests: { title: content.choices, hint: content.choices_hint, choices },
        }}
      />
      <div className="mt-10 flex flex-wrap gap-3">
        <a href={content.back.url} className={button({ look: "line", size: "small" })}>
          {content.back.label}
        </a>
        {archive ? (
          <a href={archive.url} className={button({ look: "line", size: "small" })}>
            {archive.label}
          </a>
        ) : null}
      </div>
    </div>
  );
}
