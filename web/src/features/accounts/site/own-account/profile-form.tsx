/** The user's name and email. Changing the email requires the password and takes effect when the mailed link is used. */
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import { PROFILE_CHANGE_EMAIL, PROFILE_CHANGE_FULL_NAME, REGISTRATION_PASSWORD } from "@/api/limits";
import type { AccountContent, LayoutLabels, Profile } from "@/api/types";
import { checkEmail } from "@/features/accounts/site/check-account";
import { useForm, type Values } from "@/features/accounts/site/use-form";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast";
import type { Account } from "./use-account";

interface ProfileFormProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
  change: (change: Partial<Account>) => void;
}

export function ProfileForm(props: ProfileFormProps) {
  const { content, account } = props;
  const { profile } = account;
  const text = content.profile;
  const { email, setEmail, isNewEmail, errors, isBusy, onSubmit } = useProfileForm(props);
  return (
    <>
      <form method="post" noValidate aria-busy={isBusy} onSubmit={onSubmit} className="mt-5 grid gap-5">
        <TextField
          id="profile-name"
          name="full_name"
          label={text.full_name}
          defaultValue={profile.full_name}
          error={errors["full_name"]}
          autoComplete="name"
          maxLength={PROFILE_CHANGE_FULL_NAME}
          required
        />
        <TextField
          id="profile-email"
          name="email"
          type="email"
          label={text.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors["email"]}
          autoComplete="username"
          maxLength={PROFILE_CHANGE_EMAIL}
          required
        />
        {/* Always rendered: browsers look for the username only when they first see the form. */}
        <TextField
          id="profile-password"
          name="current_password"
          type="password"
          label={text.current_password}
          hint={text.current_password_hint}
          error={errors["current_password"]}
          autoComplete="current-password"
          maxLength={REGISTRATION_PASSWORD}
          required={isNewEmail}
          className={isNewEmail ? "" : "hidden"}
        />
        <button
          type="submit"
          aria-disabled={isBusy}
          className={button({ size: "small", className: "justify-self-start" })}
        >
          {isBusy ? text.busy : text.submit}
        </button>
      </form>
      <EmailState content={content} labels={props.labels} profile={profile} />
    </>
  );
}

function useProfileForm({ content, labels, account: { profile }, change }: ProfileFormProps) {
  const text = content.profile;
  const [email, setEmail] = useState(profile.email);
  const isNewEmail = email.trim().toLowerCase() !== profile.email;
  const form = useForm({
    check: (values) => check(values, content, isNewEmail),
    send: async (values) => {
      const { call } = await import("@/api/call");
      const options = { body: values, fallback: labels.request_failed };
      const saved = await call<Profile>("PUT", "/api/auth/profile", options);
      change({ profile: saved });
      setEmail(saved.email);
      void showToast({ kind: "success", title: text.done_title }, labels);
    },
    failed: { title: text.failed_title },
    labels,
  });
  return { email, setEmail, isNewEmail, ...form };
}

function check(values: Values, content: AccountContent, isNewEmail: boolean): Values {
  const { errors } = content;
  const messages = { email_missing: errors.missing, email_invalid: errors.email_invalid };
  return {
    ...(values["full_name"] ? {} : { full_name: errors.missing }),
    ...checkEmail(values, messages),
    ...(isNewEmail && !values["current_password"] ? { current_password: errors.missing } : {}),
  };
}

interface EmailStateProps {
  content: AccountContent;
  labels: LayoutLabels;
  profile: Profile;
}

/** Shows whether the email or the pending new one is confirmed. If not, a button requests another link. */
function EmailState({ content, labels, profile }: EmailStateProps) {
  const text = content.profile;
  if (profile.email_verified && !profile.pending_email) {
    return <p className="text-muted mt-4 text-sm">{text.verified}</p>;
  }
  async function resend() {
    try {
      const { call } = await import("@/api/call");
      await call("POST", "/api/auth/email-verification", { fallback: labels.request_failed });
      const { resent_title: title, resent_text: description } = text;
      void showToast({ kind: "success", title, description }, labels);
    } catch (error) {
      const description = messageOf(error);
      void showToast({ kind: "error", title: text.failed_title, description }, labels);
    }
  }
  return (
    <div className="bg-warning-soft text-warning mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md px-4 py-3">
      <p key={profile.pending_email} className="wrap-anywhere">
        {profile.pending_email ? (
          <>
            {text.pending} <strong>{profile.pending_email}</strong>.
          </>
        ) : (
          text.unverified
        )}
      </p>
      <button
        type="button"
        onClick={() => void resend()}
        className="min-h-6 font-semibold underline underline-offset-4"
      >
        {text.resend}
      </button>
    </div>
  );
}
