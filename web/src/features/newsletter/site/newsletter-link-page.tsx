/**
 * Target of the links in newsletter mail that confirm or cancel a subscription. Both need a click on the page, because mail
 * scanners open links. The form also works without JavaScript: it posts to the page's own address, which contains the token.
 */
import { clsx } from "clsx";
import { Check, Unlink } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

import type { Layout, NewsletterLinkView } from "@/api/types";
import { button } from "@/ui/button";
import { Unbroken } from "@/ui/unbroken";
import { useLink } from "./use-link";

export function NewsletterLinkPage({ layout, ...view }: NewsletterLinkView & { layout: Layout }) {
  const { state, isBusy, onSubmit } = useLink(view, layout.labels);
  const { text } = view;
  if (state !== "ask") {
    const isDone = state === "done";
    const lead = state === view.state ? view.lead : isDone ? text.done_text : text.invalid_text;
    return (
      <LinkFrame
        icon={isDone ? Check : Unlink}
        title={isDone ? text.done_title : text.invalid_title}
        lead={lead}
        isFocused={state !== view.state}
      >
        <a href={isDone ? text.back.url : text.invalid_action.url} className={button({ className: "mt-10" })}>
          {isDone ? text.back.label : text.invalid_action.label}
        </a>
      </LinkFrame>
    );
  }
  return (
    <LinkFrame title={text.title} lead={view.lead}>
      {view.message && (
        <p
          role="alert"
          className="bg-warning-soft text-warning mt-8 max-w-[38rem] rounded-md px-4 py-3 font-semibold"
        >
          {view.message}
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
    </LinkFrame>
  );
}

interface LinkFrameProps {
  icon?: typeof Check;
  title: string;
  lead: string;
  /** True if the frame replaces content that had the focus. */
  isFocused?: boolean;
  children: ReactNode;
}

function LinkFrame({ icon: Icon, title, lead, isFocused = false, children }: LinkFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocused) heading.current?.focus();
  }, [isFocused]);
  return (
    <section className="frame py-24 lg:py-36">
      {Icon && (
        <span
          className={clsx(
            "mb-8 flex size-14 items-center justify-center rounded-full",
            Icon === Check ? "bg-accent text-on-accent" : "bg-warning-soft text-warning",
          )}
        >
          <Icon aria-hidden className="size-7" strokeWidth={2.5} />
        </span>
      )}
      <h1
        ref={heading}
        tabIndex={isFocused ? -1 : undefined}
        className="text-display max-w-[18ch] text-balance outline-none"
      >
        <Unbroken text={title} />
      </h1>
      <p className="text-muted mt-6 max-w-[38rem] text-xl text-pretty">
        <Unbroken text={lead} />
      </p>
      {children}
    </section>
  );
}
