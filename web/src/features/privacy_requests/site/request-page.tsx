/** The pages of a privacy request: the form, its outcome, and the target of the link in the confirmation mail. */
import { Check, MailCheck, Unlink } from "lucide-react";

import type { PrivacyRequestView } from "@/api/types";
import { button } from "@/ui/button";
import { Island } from "@/ui/island";
import { LinkedEmails } from "@/ui/linked-emails";
import { Outcome } from "@/ui/outcome";
import { Unbroken } from "@/ui/unbroken";
import { RequestForm } from "./request-form";

export function PrivacyRequestPage(view: PrivacyRequestView) {
  const { step, content, protocol, sent_to, form } = view;
  const { sent, confirm } = content;
  switch (step) {
    case "ask":
      return <AskPage {...view} />;
    case "sent":
      return (
        <Outcome icon={MailCheck} title={sent.title} lead={sent.text}>
          {protocol ? (
            <p className="mt-8 text-lg">
              {sent.protocol}
              <strong className="ml-3 font-mono text-2xl tracking-wide">{protocol}</strong>
            </p>
          ) : null}
          {sent_to ? <p className="mt-3 text-lg wrap-anywhere">{sent_to}</p> : null}
          <div className="mt-10 flex flex-wrap gap-3">
            <a href={sent.back.url} className={button()}>
              {sent.back.label}
            </a>
            <a href={sent.retry.url} data-returns className={button({ look: "line" })}>
              {sent.retry.label}
            </a>
          </div>
        </Outcome>
      );
    case "confirm":
      return (
        <Outcome title={confirm.title} lead={confirm.text}>
          {form.failure ? <Alert text={form.failure} /> : null}
          {/* Without an action, the form posts to the page's own address, which contains the token. */}
          <form method="post" className="mt-10">
            <button type="submit" className={button()}>
              {confirm.submit}
            </button>
          </form>
        </Outcome>
      );
    case "confirmed":
      return (
        <Outcome icon={Check} title={confirm.done_title} lead={confirm.done_text}>
          <Action {...sent.back} />
        </Outcome>
      );
    case "invalid":
      return (
        <Outcome icon={Unlink} isWarning title={confirm.invalid_title} lead={confirm.invalid_text}>
          <Action {...confirm.invalid_action} />
        </Outcome>
      );
  }
}

function AskPage({ content, kinds, form }: PrivacyRequestView) {
  return (
    <div className="frame pt-10 pb-16 md:pt-16 lg:pb-28">
      <h1 className="text-display max-w-[16ch] text-balance">
        <Unbroken text={content.title} />
      </h1>
      <p className="text-muted mt-6 max-w-[40rem] text-xl text-pretty">
        <Unbroken text={content.lead} />
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[1.55fr_1fr]">
        <Island name="privacy_request" component={RequestForm} props={{ text: content.form, kinds, form }} />
        <aside aria-labelledby="passos" className="border-ink border-t-2 pt-6 lg:self-start">
          <h2 id="passos" className="text-xl font-bold tracking-tight">
            {content.steps_title}
          </h2>
          <ol className="marker:text-accent mt-4 grid list-decimal gap-3 pl-5 marker:font-semibold">
            {content.steps.map((item, index) => (
              <li key={index} className="pl-1 text-pretty">
                <Unbroken text={item} />
              </li>
            ))}
          </ol>
          {content.officer ? (
            <p className="mt-6 text-pretty wrap-anywhere">
              <LinkedEmails text={content.officer} />
            </p>
          ) : null}
          <a href={content.policy.url} className="mt-6 inline-block underline underline-offset-4">
            {content.policy.label}
          </a>
        </aside>
      </div>
    </div>
  );
}

function Action({ label, url }: { label: string; url: string }) {
  return (
    <a href={url} className={button({ className: "mt-10" })}>
      {label}
    </a>
  );
}

function Alert({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="bg-warning-soft text-warning mt-8 max-w-[38rem] rounded-md px-4 py-3 font-semibold"
    >
      {text}
    </p>
  );
}
