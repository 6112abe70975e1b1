/** The end of the account, after saying what it means and asking for the password. */
import { useEffect, useRef, useState } from "react";
import type { AccountContent, LayoutLabels } from "../../api/types";
import { leaveNotice } from "../../kit/notice";
import { paths } from "../../kit/paths";
import { clearSession } from "../../kit/session";
import { button } from "../../ui/button";
import { TextField } from "../../ui/field";
import type { Account } from "./use-account";
import { useForm } from "./use-form";

interface AccountDeletionProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
}

export function AccountDeletion({ content, labels, account }: AccountDeletionProps) {
  const text = content.deletion;
  const [open, setOpen] = useState(false);
  if (account.staff) return <p className="text-muted mt-3 text-pretty">{text.staff}</p>;
  return (
    <>
      <p className="text-muted mt-3 text-pretty">{text.lead}</p>
      <ul className="text-muted mt-3 list-disc space-y-1 pl-5">
        {text.effects.map((effect, index) => (
          <li key={index}>{effect}</li>
        ))}
      </ul>
      {open ? (
        <DeletionForm {...{ content, labels, account }} onCancel={() => setOpen(false)} />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className={button({ look: "line", size: "small", className: "mt-5" })}
        >
          {text.open}
        </button>
      )}
    </>
  );
}

function DeletionForm({
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
