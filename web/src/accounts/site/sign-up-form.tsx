import type { AuthContent, LayoutLabels, SignUpText } from "../../api/types";
import { button } from "../../ui/button";
import { TextField } from "../../ui/field";
import { checkSignUp } from "./check-account";
import { useAccountForm } from "./use-account-form";

interface SignUpFormProps {
  text: SignUpText;
  errors: AuthContent["errors"];
  labels: LayoutLabels;
  passwordMin: number;
}

export function SignUpForm({ text, errors: words, labels, passwordMin }: SignUpFormProps) {
  const { errors, busy, onSubmit } = useAccountForm({
    path: "/api/auth/register",
    check: (values) => checkSignUp(values, words, passwordMin),
    done: { title: text.done_title },
    failed: { title: text.failed_title, text: text.failed_text },
    labels,
  });
  return (
    <form
      method="post"
      noValidate
      aria-label={text.tab}
      aria-busy={busy}
      onSubmit={onSubmit}
      className="grid gap-5"
    >
      <TextField
        id="sign-up-name"
        name="full_name"
        label={text.full_name}
        error={errors["full_name"]}
        autoComplete="name"
        maxLength={120}
        required
      />
      <TextField
        id="sign-up-email"
        name="email"
        type="email"
        label={text.email}
        error={errors["email"]}
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextField
        id="sign-up-password"
        name="password"
        type="password"
        label={text.password}
        hint={text.password_hint}
        error={errors["password"]}
        autoComplete="new-password"
        minLength={passwordMin}
        maxLength={128}
        required
      />
      <button type="submit" aria-disabled={busy} className={button()}>
        {busy ? text.busy : text.submit}
      </button>
    </form>
  );
}
