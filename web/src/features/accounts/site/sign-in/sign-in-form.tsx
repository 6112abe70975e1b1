import { useState } from "react";

import type { AuthContent, LayoutLabels, SignInText, TypedAccount } from "@/api/types";
import type { PendingSecondStep } from "@/features/accounts/core/second-factor";
import { checkSignIn } from "@/features/accounts/site/check-account";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast";
import { PasskeyButton } from "./passkey-button";
import type { SecondStepForm } from "./second-step-form";
import { useAccountForm } from "./use-account-form";

interface SignInFormProps {
  text: SignInText;
  errors: AuthContent["errors"];
  labels: LayoutLabels;
  showPassword: string;
  /** Values submitted before the script started. */
  typed: TypedAccount | undefined;
  /** Initial value of the email field. */
  email: string | undefined;
}

/** Asks for the password and, if the user has a second factor, for the second step. */
export function SignInForm(props: SignInFormProps) {
  const { text, labels } = props;
  const [step, setStep] = useState<PendingSecondStep & { Form: typeof SecondStepForm }>();
  const back = () => setStep(undefined);
  /** Opens the second step. Its code is loaded only now, because few users need it. */
  async function openSecondStep(next: PendingSecondStep) {
    try {
      const { SecondStepForm: Form } = await import("./second-step-form");
      setStep({ ...next, Form });
    } catch {
      const { failed_title: title, failed_text: description } = text;
      void showToast({ kind: "error", title, description }, labels);
    }
  }
  return (
    <>
      {/* Hidden instead of removed, so that its values remain. */}
      <div hidden={Boolean(step)}>
        <PasswordForm {...props} onChallenge={(next) => void openSecondStep(next)} isShown={!step} />
      </div>
      {step && (
        <step.Form
          text={text}
          labels={labels}
          challenge={step.challenge}
          factors={step.factors}
          onBack={back}
        />
      )}
    </>
  );
}

interface PasswordFormProps extends SignInFormProps {
  onChallenge: (step: PendingSecondStep) => void;
  isShown: boolean;
}

function PasswordForm(props: PasswordFormProps) {
  const { text, errors: messages, labels, showPassword, typed, email, onChallenge, isShown } = props;
  const { errors, failure, isBusy, onSubmit } = useAccountForm({
    path: "/api/auth/login",
    check: (values) => checkSignIn(values, messages),
    done: { title: text.done_title, description: text.done_text },
    failed: { title: text.failed_title, text: text.failed_text },
    labels,
    onRefused: ({ challenge, factors }) => {
      if (challenge) onChallenge({ challenge, factors });
      return Boolean(challenge);
    },
  });
  return (
    <form
      method="post"
      data-scripted
      noValidate
      aria-label={text.tab}
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <TextField
        id="sign-in-email"
        name="email"
        type="email"
        label={text.email}
        error={errors["email"]}
        defaultValue={email}
        autoComplete="username webauthn"
        required
      />
      <PasswordField
        id="sign-in-password"
        name="password"
        label={text.password}
        showLabel={showPassword}
        error={errors["password"] ?? failure?.reason ?? typed?.message}
        autoComplete="current-password"
        required
      />
      <a
        href={paths.forgotPassword}
        className="text-accent -mt-2 inline-flex min-h-6 justify-self-start font-semibold underline-offset-4 hover:underline"
      >
        {text.forgot}
      </a>
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? text.busy : text.submit}
      </button>
      <PasskeyButton text={text} labels={labels} autofill={isShown} />
    </form>
  );
}
