/** Sets a new password with a link sent by email. */
import { isLinkInvalid } from "@/api/api-error";
import { PASSWORD_RESET_PASSWORD } from "@/api/limits";
import { clearSession } from "@/api/session";
import type { LayoutLabels, RecoveryContent } from "@/api/types";
import { AuthHeading } from "@/features/accounts/site/auth-frame";
import { checkNewPassword } from "@/features/accounts/site/check-account";
import { NoScript } from "@/features/accounts/site/no-script";
import { useForm } from "@/features/accounts/site/use-form";
import { panelPaths, paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { forgetLinkToken, useLink } from "./link-token";

interface StepProps {
  content: RecoveryContent;
  labels: LayoutLabels;
  passwordMin: number;
}

type Outcome = "done" | "invalid";

export function ResetPassword({ content, labels, passwordMin }: StepProps) {
  const { token, outcome, setOutcome } = useLink<Outcome>();
  const text = content.reset;
  if (outcome === "done") {
    return (
      <>
        <AuthHeading focused title={text.done_title} lead={text.done_text} />
        <a href={signInPath()} className={button({ className: "mt-8" })}>
          {text.sign_in}
        </a>
      </>
    );
  }
  if (outcome === "invalid" || token === "") {
    return (
      <>
        <AuthHeading focused title={text.invalid_title} lead={text.invalid_text} />
        <a href={paths.forgotPassword} className={button({ className: "mt-8" })}>
          {text.ask_again}
        </a>
      </>
    );
  }
  return (
    <>
      <AuthHeading title={text.title} lead={text.lead} />
      <NoScript text={labels.no_script} />
      <ResetForm {...{ content, labels, passwordMin }} token={token ?? ""} onOutcome={setOutcome} />
    </>
  );
}

/** Returns the sign-in page that the link names: the panel's for staff, otherwise the site's. */
function signInPath(): string {
  const next = new URLSearchParams(location.search).get("next");
  return next === panelPaths.login ? panelPaths.login : paths.auth;
}

interface ResetFormProps extends StepProps {
  token: string;
  onOutcome: (outcome: Outcome) => void;
}

function ResetForm({ content, labels, passwordMin, token, onOutcome }: ResetFormProps) {
  const text = content.reset;
  async function send({ password }: Record<string, string>) {
    const { call } = await import("@/api/call");
    try {
      const body = { token, password };
      await call("POST", "/api/auth/password-reset/confirm", { body, fallback: labels.request_failed });
      // The server has ended all sessions of the account. This browser's session may be one of them.
      clearSession();
      onOutcome("done");
    } catch (error) {
      if (!isLinkInvalid(error)) throw error;
      onOutcome("invalid");
    }
    forgetLinkToken();
  }
  const { errors, isBusy, onSubmit } = useForm({
    check: (values) => checkNewPassword(values["password"] ?? "", content.errors, passwordMin),
    send,
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
      {/* Browsers expect a username, which only the server knows here. */}
      <input type="text" autoComplete="username" readOnly hidden />
      <TextField
        id="reset-password"
        name="password"
        type="password"
        label={text.password}
        hint={text.password_hint}
        error={errors["password"]}
        autoComplete="new-password"
        minLength={passwordMin}
        maxLength={PASSWORD_RESET_PASSWORD}
        required
      />
      <button type="submit" aria-disabled={isBusy} className={button()}>
        {isBusy ? text.busy : text.submit}
      </button>
    </form>
  );
}
