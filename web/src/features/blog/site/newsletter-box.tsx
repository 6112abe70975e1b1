import { clsx } from "clsx/lite";
import { CircleAlert } from "lucide-react";
import { type SubmitEvent, useEffect, useRef } from "react";

import { SUBSCRIPTION_INPUT_EMAIL } from "@/api/limits";
import type { LayoutLabels, NewsletterContent, NewsletterView } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { Interests } from "@/ui/interests";
import { Trap } from "@/ui/trap";
import { Unbroken } from "@/ui/unbroken";
import { useNewsletter } from "./use-newsletter";

interface InterestsText {
  title: string;
  hint: string;
  choices: NewsletterView["choices"];
}

interface NewsletterBoxProps {
  text: NewsletterContent;
  labels: LayoutLabels;
  /** The interests that a subscriber can choose. */
  interests?: InterestsText;
  email?: string;
  error?: string | undefined;
  className?: string;
}

/** The box with the newsletter's form. After the subscription, it shows the thanks instead of the form. */
export function NewsletterBox({
  text,
  labels,
  email = "",
  error: initialError,
  className,
  interests,
}: NewsletterBoxProps) {
  const { error, isBusy, isDone, onSubmit } = useNewsletter({ text, labels, error: initialError });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form had the focus and is hidden now.
    if (isDone) heading.current?.focus();
  }, [isDone]);
  return (
    <section
      aria-labelledby="newsletter-titulo"
      className={clsx(
        "bg-night text-on-night grid grid-cols-1 items-center gap-x-16 gap-y-8 rounded-xl border border-transparent px-7 py-12 sm:px-12 lg:grid-cols-[1.1fr_1fr] lg:px-16 print:hidden",
        className,
      )}
    >
      <div>
        <h2
          id="newsletter-titulo"
          ref={heading}
          tabIndex={isDone ? -1 : undefined}
          className="text-3xl leading-tight font-bold tracking-tight outline-none"
        >
          <Unbroken text={isDone ? text.done_title : text.title} />
        </h2>
        <p role="status" className="text-night-muted mt-3 text-lg text-pretty">
          <Unbroken text={isDone ? text.done_text : text.text} />
        </p>
      </div>
      <NewsletterForm hidden={isDone} {...{ text, email, error, isBusy, interests, onSubmit }} />
    </section>
  );
}

interface NewsletterFormProps {
  text: NewsletterContent;
  email: string;
  error: string | undefined;
  isBusy: boolean;
  hidden: boolean;
  interests: InterestsText | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

function NewsletterForm(props: NewsletterFormProps) {
  const { text, email, error, isBusy, hidden, interests, onSubmit } = props;
  return (
    <form
      method="post"
      action={paths.newsletter}
      noValidate
      hidden={hidden}
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="relative"
    >
      {interests?.choices.length ? (
        <fieldset className="mb-6">
          <legend className="mb-1 font-semibold">{interests.title}</legend>
          <Interests choices={interests.choices} />
          <p className="text-night-muted mt-1 text-sm">{interests.hint}</p>
        </fieldset>
      ) : null}
      <label htmlFor="newsletter-email" className="mb-1.5 block font-semibold">
        {text.email}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id="newsletter-email"
          name="email"
          type="email"
          required
          defaultValue={email}
          placeholder={text.placeholder}
          autoComplete="email"
          maxLength={SUBSCRIPTION_INPUT_EMAIL}
          aria-invalid={error ? true : undefined}
          aria-describedby="newsletter-email-error newsletter-privacidade"
          className="border-night-muted bg-night-raised text-on-night placeholder:text-night-muted h-13 min-w-0 grow basis-56 rounded-md border px-3.5"
        />
        <button
          type="submit"
          aria-disabled={isBusy}
          className={button({ look: "signal", className: "max-sm:w-full" })}
        >
          {isBusy ? text.busy : text.submit}
        </button>
      </div>
      <p
        id="newsletter-email-error"
        hidden={!error}
        className="mt-2 flex items-start gap-1.5 text-sm font-semibold"
      >
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{error}</span>
      </p>
      <p id="newsletter-privacidade" className="text-night-muted mt-3 text-sm">
        <Unbroken text={text.privacy} />
      </p>
      <Trap id="newsletter-website" label={text.trap} />
    </form>
  );
}
