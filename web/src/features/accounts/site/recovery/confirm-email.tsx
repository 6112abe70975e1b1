/** Confirms an email address after a click, so that mail scanners, which open links, don't use the link up. */
import { useState } from "react";

import { isLinkInvalid } from "@/api/api-error";
import type { ConfirmedEmail, LayoutLabels, RecoveryContent } from "@/api/types";
import { AuthHeading } from "@/features/accounts/site/auth-frame";
import { NoScript } from "@/features/accounts/site/no-script";
import { useForm } from "@/features/accounts/site/use-form";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { forgetLinkToken, useLink } from "./link-token";

interface StepProps {
  content: RecoveryContent;
  labels: LayoutLabels;
}

type Outcome = { email: string } | "invalid";

export function ConfirmEmail({ content, labels }: StepProps) {
  const { token, outcome, setOutcome } = useLink<Outcome>();
  const text = content.confirm;
  if (outcome === "invalid" || token === "") {
    return (
      <>
        <AuthHeading focused title={text.invalid_title} lead={text.invalid_text} />
        <a href={text.go_on.url} className={button({ className: "mt-8" })}>
          {text.go_on.label}
        </a>
      </>
    );
  }
  if (outcome) {
    return (
      <>
        <AuthHeading focused title={text.done_title} lead={`${text.done_text} ${outcome.email}.`} />
        <a href={text.go_on.url} className={button({ className: "mt-8" })}>
          {text.go_on.label}
        </a>
      </>
    );
  }
  return (
    <>
      <AuthHeading title={text.title} lead={text.lead} />
      <NoScript text={labels.no_script} />
      <ConfirmForm content={content} labels={labels} token={token ?? ""} onOutcome={setOutcome} />
    </>
  );
}

interface ConfirmFormProps extends StepProps {
  token: string;
  onOutcome: (outcome: Outcome) => void;
}

function ConfirmForm({ content, labels, token, onOutcome }: ConfirmFormProps) {
  const text = content.confirm;
  const [refusal, setRefusal] = useState<string>();

  async function send() {
    const { call } = await import("@/api/call");
    try {
      const options = { body: { token }, fallback: labels.request_failed };
      const confirmed = await call<ConfirmedEmail>("POST", "/api/auth/email-verification/confirm", options);
      if (confirmed.reset_token) {
        // The mailbox's owner sets a new password.
        location.assign(`${paths.resetPassword}#${confirmed.reset_token}`);
        return;
      }
      onOutcome(confirmed);
    } catch (error) {
      if (!isLinkInvalid(error)) throw error;
      onOutcome("invalid");
    }
    forgetLinkToken();
  }

  const { isBusy, onSubmit } = useForm({
    check: () => {
      setRefusal(undefined);
      return {};
    },
    send,
    failed: { title: text.failed_title },
    labels,
    onRefused: ({ code, message }) => {
      if (code !== "sign_in_first") return false;
      setRefusal(message);
      return true;
    },
  });
  return (
    <form method="post" data-scripted aria-busy={isBusy} onSubmit={onSubmit} className="mt-8">
      {refusal ? (
        <p role="alert" className="text-danger mb-5 font-semibold text-pretty">
          {refusal}{" "}
          <a href={paths.auth} className="text-accent underline underline-offset-4">
            {content.reset.sign_in}
          </a>
        </p>
      ) : null}
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}
