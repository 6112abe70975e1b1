/** The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code. */
import { useEffect, useRef } from "react";

import type { LayoutLabels, SignInText } from "@/api/types";
import type { CodeKind, PendingSecondStep } from "@/features/accounts/core/second-factor";
import { useCodeKind } from "@/features/accounts/core/use-code-kind";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PasskeyButton } from "./passkey-button";
import { useAccountForm } from "./use-account-form";

interface SecondStepFormProps extends PendingSecondStep {
  text: SignInText;
  labels: LayoutLabels;
  onBack: () => void;
}

const link =
  "text-accent min-h-6 text-left justify-self-start font-semibold underline-offset-4 hover:underline";

export function SecondStepForm({ text, labels, challenge, factors, onBack }: SecondStepFormProps) {
  const { kind, hasApp, hasPasskey, switchKind } = useCodeKind(factors);
  const isRecovery = kind === "recovery";
  const heading = useRef<HTMLHeadingElement>(null);
  const stepText = text.second_step;
  const { errors, isBusy, onSubmit } = useAccountForm({
    path: "/api/auth/login/second-factor",
    extra: { challenge },
    check: ({ code }) => (code ? {} : { code: stepText.code_missing }),
    done: { title: text.done_title, description: text.done_text },
    failed: { title: stepText.failed_title, text: text.failed_text },
    labels,
    onRefused: ({ code }) => {
      if (code === "challenge_expired") onBack();
      // The reason of the refusal is shown in any case.
      return false;
    },
  });
  useEffect(() => heading.current?.focus(), [kind]);
  return (
    <form
      method="post"
      noValidate
      aria-labelledby="second-step"
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <div>
        <h2 id="second-step" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {stepText.title}
        </h2>
        {hasApp ? (
          <p className="text-muted mt-2">{isRecovery ? stepText.recovery_lead : stepText.lead}</p>
        ) : null}
      </div>
      {hasPasskey ? <PasskeyButton text={text} labels={labels} challenge={challenge} /> : null}
      {hasApp ? null : <p className="text-muted">{stepText.recovery_lead}</p>}
      <CodeField key={kind} text={stepText} kind={kind} error={errors["code"]} />
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? stepText.busy : stepText.submit}
      </button>
      {hasApp ? (
        <button type="button" className={link} onClick={switchKind}>
          {isRecovery ? stepText.use_app : stepText.use_recovery}
        </button>
      ) : null}
      <button type="button" className={link} onClick={onBack}>
        {stepText.back}
      </button>
    </form>
  );
}

interface CodeFieldProps {
  text: SignInText["second_step"];
  kind: CodeKind;
  error: string | undefined;
}

function CodeField({ text, kind, error }: CodeFieldProps) {
  const isRecovery = kind === "recovery";
  return (
    <TextField
      id="sign-in-code"
      name="code"
      label={isRecovery ? text.recovery_code : text.code}
      error={error}
      inputMode={isRecovery ? "text" : "numeric"}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
