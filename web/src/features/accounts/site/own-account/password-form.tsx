/** Changes the password, which ends the other sessions. */
import { PASSWORD_CHANGE_NEW_PASSWORD, REGISTRATION_PASSWORD } from "@/api/limits";
import type { AccountContent, LayoutLabels } from "@/api/types";
import { checkNewPassword } from "@/features/accounts/site/check-account";
import { useForm, type Values } from "@/features/accounts/site/use-form";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast";
import type { Account } from "./use-account";

interface PasswordFormProps {
  content: AccountContent;
  labels: LayoutLabels;
  passwordMin: number;
  account: Account;
  change: (change: Partial<Account>) => void;
}

export function PasswordForm({ content, labels, passwordMin, account, change }: PasswordFormProps) {
  const text = content.password;
  const { errors, isBusy, onSubmit } = useForm({
    check: (values) => check(values, content, passwordMin),
    send: async (values, form) => {
      const { call } = await import("@/api/call");
      await call("PUT", "/api/auth/password", { body: values, fallback: labels.request_failed });
      form.reset();
      change({ sessions: account.sessions.filter((session) => session.is_current) });
      void showToast({ kind: "success", title: text.done_title, description: text.done_text }, labels);
    },
    failed: { title: text.failed_title },
    labels,
  });
  return (
    <>
      <p className="text-muted mt-3 text-pretty">{text.lead}</p>
      <form method="post" noValidate aria-busy={isBusy} onSubmit={onSubmit} className="mt-5 grid gap-5">
        {/* Names the account for password managers. */}
        <input type="email" autoComplete="username" value={account.profile.email} readOnly hidden />
        <TextField
          id="password-current"
          name="current_password"
          type="password"
          label={text.current}
          error={errors["current_password"]}
          autoComplete="current-password"
          maxLength={REGISTRATION_PASSWORD}
          required
        />
        <TextField
          id="password-new"
          name="new_password"
          type="password"
          label={text.new}
          hint={account.isStaff ? text.new_hint_staff : text.new_hint}
          error={errors["new_password"]}
          autoComplete="new-password"
          minLength={passwordMin}
          maxLength={PASSWORD_CHANGE_NEW_PASSWORD}
          required
        />
        <button
          type="submit"
          aria-disabled={isBusy}
          className={button({ size: "small", className: "justify-self-start" })}
        >
          {isBusy ? text.busy : text.submit}
        </button>
      </form>
    </>
  );
}

function check(values: Values, { errors }: AccountContent, min: number): Values {
  const messages = { password_missing: errors.missing, password_short: errors.password_short };
  const { password } = checkNewPassword(values["new_password"] ?? "", messages, min);
  return {
    ...(values["current_password"] ? {} : { current_password: errors.missing }),
    ...(password ? { new_password: password } : {}),
  };
}
