/** Requests a link to set a new password. The answer doesn't reveal whether the account exists. */
import { useState } from "react";

import { PASSWORD_RESET_REQUEST_EMAIL } from "@/api/limits";
import type { LayoutLabels, RecoveryContent } from "@/api/types";
import { AuthHeading } from "@/features/accounts/site/auth-frame";
import { checkEmail } from "@/features/accounts/site/check-account";
import { NoScript } from "@/features/accounts/site/no-script";
import { useForm } from "@/features/accounts/site/use-form";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";

interface StepProps {
  content: RecoveryContent;
  labels: LayoutLabels;
}

export function ForgotPassword({ content, labels }: StepProps) {
  const [isSent, setSent] = useState(false);
  const text = content.forgot;
  if (isSent) return <AuthHeading focused title={text.done_title} lead={text.done_text} />;
  return (
    <>
      <AuthHeading title={text.title} lead={text.lead} />
      <NoScript text={labels.no_script} />
      <ForgotForm content={content} labels={labels} onSent={() => setSent(true)} />
    </>
  );
}

function ForgotForm({ content, labels, onSent }: StepProps & { onSent: () => void }) {
  const text = content.forgot;
  const { errors, isBusy, onSubmit } = useForm({
    check: (values) => checkEmail(values, content.errors),
    send: async (values) => {
      const { call } = await import("@/api/call");
      await call("POST", "/api/auth/password-reset", { body: values, fallback: labels.request_failed });
      onSent();
    },
    failed: { title: text.failed_title },
    labels,
  });
  return (
    <form
      method="post"
      data-scripted
      noValidate
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="mt-8 grid gap-5"
    >
      <TextField
        id="forgot-email"
        name="email"
        type="email"
        label={text.email}
        error={errors["email"]}
        autoComplete="username"
        maxLength={PASSWORD_RESET_REQUEST_EMAIL}
        required
      />
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}
