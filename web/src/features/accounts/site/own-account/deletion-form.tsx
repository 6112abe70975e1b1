/** Asks for the password and deletes the account. The browser saves the certificate of the erasure. */
import { REGISTRATION_PASSWORD } from "@/api/limits";
import { clearSession } from "@/api/session";
import type { Certificate } from "@/api/types";
import { InlineForm } from "@/features/accounts/site/inline-form";
import { download } from "@/lib/download";
import { leaveNotice } from "@/lib/notice";
import { paths } from "@/lib/paths";
import type { AccountDeletionProps } from "./account-deletion";

const FILE = "certificado-de-exclusao.json";

export function DeletionForm({
  content,
  labels,
  account,
  onCancel,
}: AccountDeletionProps & { onCancel: () => void }) {
  const text = content.deletion;
  return (
    <InlineForm
      danger
      label={text.title}
      field={{
        id: "deletion-password",
        name: "password",
        type: "password",
        label: text.password,
        autoComplete: "current-password",
        maxLength: REGISTRATION_PASSWORD,
      }}
      submit={text.submit}
      busyLabel={text.busy}
      cancel={text.cancel}
      check={({ password }) => (password ? {} : { password: content.errors.missing })}
      send={async ({ password }) => {
        const { call } = await import("@/api/call");
        const options = { body: { password }, fallback: labels.request_failed };
        const certificate = await call<Certificate>("DELETE", "/api/auth/account", options);
        download(new Blob([JSON.stringify(certificate, null, 2)], { type: "application/json" }), FILE);
        // Leaving the page in the same task would cancel the download.
        await new Promise((resolve) => setTimeout(resolve));
        clearSession();
        // Only the records of a confirmed address were erased.
        const description = certificate.email ? text.done_text : text.done_unverified_text;
        leaveNotice({ title: text.done_title, description });
        location.replace(paths.home);
      }}
      failed={{ title: text.failed_title }}
      labels={labels}
      onCancel={onCancel}
    >
      <input type="email" autoComplete="username" value={account.profile.email} readOnly hidden />
    </InlineForm>
  );
}
