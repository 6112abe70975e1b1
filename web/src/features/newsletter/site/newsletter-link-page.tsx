/**
 * Target of the links in newsletter mail that confirm or cancel a subscription. Both need a click on the page, because mail
 * scanners open links. The form also works without JavaScript: it posts to the page's own address, which contains the token.
 */
import { Check, Unlink } from "lucide-react";

import type { Layout, LayoutLabels, NewsletterLinkView } from "@/api/types";
import { button } from "@/ui/button";
import { Island } from "@/ui/island";
import { Outcome } from "@/ui/outcome";
import { useLink } from "./use-link";

export function NewsletterLinkPage(page: NewsletterLinkView & { layout: Layout }) {
  const { action, state, text, lead, failure, again } = page;
  const { labels } = page.layout;
  const props = { action, state, text, lead, failure, again, labels };
  // Only the question has a form.
  if (state !== "ask") return <NewsletterLink {...props} />;
  return <Island name="newsletter_link" component={NewsletterLink} props={props} />;
}

export function NewsletterLink({ labels, ...view }: NewsletterLinkView & { labels: LayoutLabels }) {
  const { state, isBusy, onSubmit } = useLink(view, labels);
  const { text } = view;
  if (state !== "ask") {
    const isDone = state === "done";
    const lead = state === view.state ? view.lead : isDone ? text.done_text : text.invalid_text;
    return (
      <Outcome
        icon={isDone ? Check : Unlink}
        isWarning={!isDone}
        title={isDone ? text.done_title : text.invalid_title}
        lead={lead}
        isFocused={state !== view.state}
      >
        <div className="mt-10 flex flex-wrap gap-3">
          <a href={isDone ? text.back.url : text.invalid_action.url} className={button()}>
            {isDone ? text.back.label : text.invalid_action.label}
          </a>
          {isDone && view.again && (
            <a href={view.again.url} className={button({ look: "line" })}>
              {view.again.label}
            </a>
          )}
        </div>
      </Outcome>
    );
  }
  return (
    <Outcome title={text.title} lead={view.lead}>
      {view.failure && (
        <p
          role="alert"
          className="bg-warning-soft text-warning mt-8 max-w-[38rem] rounded-md px-4 py-3 font-semibold"
        >
          {view.failure}
        </p>
      )}
      <form method="post" aria-busy={isBusy} onSubmit={onSubmit} className="mt-10 flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isBusy} className={button()}>
          {isBusy ? text.busy : text.submit}
        </button>
        <a href={text.back.url} className={button({ look: "line" })}>
          {text.back.label}
        </a>
      </form>
    </Outcome>
  );
}
