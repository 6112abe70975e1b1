import { type RefObject, useRef } from "react";

import { REGISTRATION_EMAIL, REGISTRATION_FULL_NAME, REGISTRATION_PASSWORD } from "@/api/limits";
import type { AuthContent, LayoutLabels, SignUpText, TypedAccount } from "@/api/types";
import { checkSignUp } from "@/features/accounts/site/check-account";
import type { Values } from "@/features/accounts/site/use-form";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { useAccountForm } from "./use-account-form";

const link = "text-accent font-semibold underline-offset-4 hover:underline";

interface SignUpFormProps {
  text: SignUpText;
  errors: AuthContent["errors"];
  labels: LayoutLabels;
  passwordMin: number;
  showPassword: string;
  /** Values submitted before the script started. */
  typed: TypedAccount | undefined;
  /** Called when the user chooses to sign in with an email that already has an account. */
  onSignIn: (email: string) => void;
}

export function SignUpForm(props: SignUpFormProps) {
  const { text, errors: messages, labels, passwordMin, onSignIn } = props;
  const email = useRef<HTMLInputElement>(null);
  const { errors, failure, isBusy, onSubmit } = useAccountForm({
    path: "/api/auth/register",
    check: (values) => checkSignUp(values, messages, passwordMin),
    done: { title: text.done_title },
    failed: { title: text.failed_title, text: text.failed_text },
    labels,
  });
  return (
    <form
      method="post"
      data-scripted
      noValidate
      aria-label={text.tab}
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="grid gap-x-4 gap-y-4 *:col-span-full sm:grid-cols-2"
    >
      <Fields {...props} emailRef={email} errors={errors} />
      <Terms text={text} />
      {failure ? (
        <p className="text-danger text-sm font-semibold">
          {failure.reason}{" "}
          {failure.code === "email_taken" ? (
            <button
              type="button"
              onClick={() => onSignIn(email.current?.value.trim() ?? "")}
              className="text-accent min-h-6 underline underline-offset-4"
            >
              {text.sign_in_instead}
            </button>
          ) : null}
        </p>
      ) : null}
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}

interface FieldsProps extends Pick<SignUpFormProps, "text" | "passwordMin" | "showPassword" | "typed"> {
  emailRef: RefObject<HTMLInputElement | null>;
  errors: Values;
}

function Fields({ text, passwordMin, showPassword, typed, emailRef, errors }: FieldsProps) {
  return (
    <>
      <TextField
        id="sign-up-name"
        className="sm:col-span-1!"
        name="full_name"
        label={text.full_name}
        error={errors["full_name"]}
        defaultValue={typed?.full_name ?? undefined}
        autoComplete="name"
        maxLength={REGISTRATION_FULL_NAME}
        required
      />
      <TextField
        id="sign-up-email"
        className="sm:col-span-1!"
        name="email"
        type="email"
        label={text.email}
        ref={emailRef}
        error={errors["email"]}
        defaultValue={typed?.email}
        autoComplete="email"
        maxLength={REGISTRATION_EMAIL}
        required
      />
      <PasswordField
        id="sign-up-password"
        name="password"
        label={text.password}
        hint={text.password_hint}
        showLabel={showPassword}
        error={errors["password"] ?? typed?.message}
        autoComplete="new-password"
        minLength={passwordMin}
        maxLength={REGISTRATION_PASSWORD}
        required
      />
    </>
  );
}

function Terms({ text }: { text: SignUpText }) {
  return (
    <p className="text-muted text-sm text-pretty">
      {text.accepts}{" "}
      <a href={text.terms.url} className={link}>
        {text.terms.label}
      </a>{" "}
      {text.and}{" "}
      <a href={text.privacy.url} className={link}>
        {text.privacy.label}
      </a>
      .
    </p>
  );
}
