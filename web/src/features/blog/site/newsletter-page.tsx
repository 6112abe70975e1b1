import { MailCheck } from "lucide-react";

import type { Layout, NewsletterView } from "@/api/types";
import { button } from "@/ui/button";
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
      <NewsletterBox text={content} labels={layout.labels} email={form.email} error={error}>
        {choices.length > 0 && <Choices content={content} choices={choices} />}
      </NewsletterBox>
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

/** Checkboxes for the interests that a subscriber can choose. */
function Choices({ content, choices }: Pick<NewsletterView, "content" | "choices">) {
  return (
    <fieldset className="mb-6">
      <legend className="font-semibold">{content.choices}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {choices.map(({ field, name, is_chosen }) => (
          <label key={field} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name={field}
              value="1"
              defaultChecked={is_chosen}
              className="accent-accent size-5 shrink-0"
            />
            {name}
          </label>
        ))}
      </div>
      <p className="text-night-muted mt-1 text-sm">{content.choices_hint}</p>
    </fieldset>
  );
}
