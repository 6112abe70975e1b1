/**
 * The page on which subscribers choose their interests. The form posts to the page's own address, which contains the token,
 * and works the same with and without JavaScript.
 */
import { Check, Unlink } from "lucide-react";

import type { Layout, NewsletterPreferencesView } from "@/api/types";
import { button } from "@/ui/button";
import { Interests } from "@/ui/interests";
import { Outcome } from "@/ui/outcome";

export function NewsletterPreferencesPage(view: NewsletterPreferencesView & { layout: Layout }) {
  const { text, lead, is_valid, choices, again } = view;
  return (
    <Outcome
      icon={is_valid ? undefined : Unlink}
      isWarning
      title={is_valid ? text.title : text.invalid_title}
      lead={lead}
    >
      {choices.length > 0 ? (
        <Choices {...view} />
      ) : (
        <div className="mt-10 flex flex-wrap gap-3">
          {!is_valid && (
            <a href={again.url} className={button()}>
              {again.label}
            </a>
          )}
          <a href={text.back.url} className={button({ look: "line" })}>
            {text.back.label}
          </a>
        </div>
      )}
      {is_valid && <Cancel {...view} />}
    </Outcome>
  );
}

/** A form of its own, because it doesn't save the choice. The server answers with the page that ends the subscription. */
function Cancel({ text, cancel_field }: NewsletterPreferencesView) {
  return (
    <form method="post" className="border-line mt-12 max-w-[38rem] border-t pt-6">
      <button
        type="submit"
        name={cancel_field}
        value="1"
        className="cursor-pointer font-semibold underline underline-offset-4"
      >
        {text.cancel}
      </button>
    </form>
  );
}

function Choices({ text, choices, is_saved }: NewsletterPreferencesView) {
  return (
    <form method="post" className="mt-10 max-w-[38rem]">
      {is_saved && (
        <p
          role="status"
          className="bg-success-soft text-success mb-8 flex items-center gap-3 rounded-md px-4 py-3 font-semibold"
        >
          <Check aria-hidden className="size-5 shrink-0" strokeWidth={2.5} />
          {text.saved}
        </p>
      )}
      <fieldset>
        <legend className="mb-3 font-semibold">{text.choices}</legend>
        <Interests choices={choices} />
      </fieldset>
      <p className="text-muted mt-3 text-sm">{text.hint}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <button type="submit" className={button()}>
          {text.submit}
        </button>
        <a href={text.back.url} className={button({ look: "line" })}>
          {text.back.label}
        </a>
      </div>
    </form>
  );
}
