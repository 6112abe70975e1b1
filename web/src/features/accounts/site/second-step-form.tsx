/** The second step of signing in: a code of the authenticator app, a passkey, or a recovery code. */
import { useEffect, useRef, useState } from "react";

import type { LayoutLabels, SignInText } from "@/api/types";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PasskeyButton } from "./passkey-button";
import { useAccountForm } from "./use-account-form";

interface SecondStepFormProps {
  text: SignInText;
  labels: LayoutLabels;
  challenge: string;
  /** What the person has: `app`, `passkey`. */
  factors: string[];
  onBack: () => void;
}

const link =
  "text-accent min-h-6 text-left justify-self-start font-semibold underline-offset-4 hover:underline";

export function SecondStepForm({ text, labels, challenge, factors, onBack }: SecondStepFormProps) {
  const hasApp = factors.includes("app");
  const [recovery, setRecovery] = useState(!hasApp);
  const heading = useRef<HTMLHeadingElement>(null);
  const words = text.second_step;
  const { errors, busy, onSubmit } = useAccountForm({
    path: "/api/auth/login/second-factor",
    extra: { challenge },
    check: ({ code }) => (code ? {} : { code: words.code_missing }),
    done: { title: text.done_title, description: text.done_text },
    failed: { title: words.failed_title, text: text.failed_text },
    labels,
    onRefused: ({ code }) => {
      if (code === "challenge_expired") onBack();
      // The reason is still told.
      return false;
    },
  });
  useEffect(() => heading.current?.focus(), [recovery]);
  const submit = busy ? words.busy : words.submit;
  return (
    <form
      method="post"
      noValidate
      aria-labelledby="second-step"
      aria-busy={busy}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <div>
        <h2 id="second-step" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {words.title}
        </h2>
        {hasApp ? <p className="text-muted mt-2">{recovery ? words.recovery_lead : words.lead}</p> : null}
      </div>
      {factors.includes("passkey") ? (
        <PasskeyButton text={text} labels={labels} challenge={challenge} />
      ) : null}
      {hasApp ? null : <p className="text-muted">{words.recovery_lead}</p>}
      <TextField
        key={recovery ? "recovery" : "app"}
        id="sign-in-code"
        name="code"
        label={recovery ? words.recovery_code : words.code}
        error={errors["code"]}
        inputMode={recovery ? "text" : "numeric"}
        autoComplete={recovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button type="submit" aria-disabled={busy} className={button()}>
        {submit}
      </button>
      {hasApp ? (
        <button type="button" className={link} onClick={() => setRecovery(!recovery)}>
          {recovery ? words.use_app : words.use_recovery}
        </button>
      ) : null}
      <button type="button" className={link} onClick={onBack}>
        {words.back}
      </button>
    </form>
  );
}
