/** Asks for the password and deletes the account. */
import { useEffect, useRef } from "react";
import { leaveNotice } from "../../kit/notice";
import { paths } from "../../kit/paths";
import { clearSession } from "../../kit/session";
import { button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { AccountDeletionProps } from "./account-deletion";
import { useForm } from "./use-form";

export function DeletionForm({
  content,
  labels,
  account,
  onCancel,
}: AccountDeletionProps & { onCancel: () => void }) {
  const text = content.deletion;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("#deletion-password")?.focus(), []);
  const { errors, busy, onSubmit } = useForm({
    check: ({ password }) => (password ? {} : { password: content.errors.missing }),
    send: async ({ password }) => {
      const { call } = await import("../../kit/http");
      const options = { body: { password }, fallback: labels.request_failed };
      await call("DELETE", "/api/auth/account", options);
      clearSession();
      leaveNotice({ title: text.done_title, description: text.done_text });
      location.replace(paths.home);
    },
    failed: { title: text.failed_title },
    leaves: true,
    labels,
  });
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={text.title}
      aria-busy={busy}
      onSubmit={onSubmit}
      className="border-danger mt-5 grid gap-5 rounded-lg border p-5"
    >
      <input type="email" autoComplete="username" value={account.profile.email} readOnly hidden />
      <TextField
        id="deletion-password"
        name="password"
        type="password"
        label={text.password}
        error={errors["password"]}
        autoComplete="current-password"
        maxLength={128}
        required
      />
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          aria-disabled={busy}
          className={button({ look: "line", size: "small", className: "border-danger" })}
        >
          {busy ? text.busy : text.submit}
        </button>
        <button type="button" onClick={onCancel} className={button({ look: "quiet", size: "small" })}>
          {text.cancel}
        </button>
      </div>
    </form>
  );
}
