/** The island of the account page. */
import { useSyncExternalStore } from "react";

import type { AccountView, LayoutLabels } from "@/api/types";
import { SecurityPart } from "@/features/accounts/site/security/security-part";
import { button } from "@/ui/button";
import { AccountDeletion } from "./account-deletion";
import { OwnContacts } from "./own-contacts";
import { OwnDataExport } from "./own-data-export";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { SessionList } from "./session-list";
import { type Account, useAccount } from "./use-account";

/** Subscribes to nothing: whether scripts run doesn't change while the page is open. */
const neverChanges = () => () => {};

interface AccountProps extends AccountView {
  labels: LayoutLabels;
}

export function OwnAccount({ content, password_min, labels }: AccountProps) {
  const { state, load, change } = useAccount(labels);
  // Without scripts, the user's data isn't loaded.
  const hasScripts = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <>
      {state.phase === "loading" && hasScripts ? (
        <p role="status" className="text-muted mt-12">
          {content.loading}
        </p>
      ) : null}
      {state.phase === "failed" ? (
        <div role="alert" className="mt-12">
          <p className="font-semibold">{content.failed}</p>
          <button type="button" onClick={() => void load()} className={button({ className: "mt-5" })}>
            {content.retry}
          </button>
        </div>
      ) : null}
      {state.phase === "ready" ? (
        <Parts {...{ content, password_min, labels, change }} account={state.account} />
      ) : null}
    </>
  );
}

interface PartsProps extends AccountProps {
  account: Account;
  change: (change: Partial<Account>) => void;
}

function Parts({ content, password_min, labels, account, change }: PartsProps) {
  const parts = [
    {
      id: "pedidos",
      title: content.requests.title,
      part: <OwnContacts text={content.requests} contacts={account.contacts} />,
    },
    {
      id: "perfil",
      title: content.profile.title,
      part: <ProfileForm {...{ content, labels, account, change }} />,
    },
    {
      id: "senha",
      title: content.password.title,
      part: <PasswordForm {...{ content, labels, account, change }} passwordMin={password_min} />,
    },
    {
      id: "seguranca",
      title: content.security.title,
      part: <SecurityPart {...{ content, labels, account, change }} />,
    },
    {
      id: "sessoes",
      title: content.sessions.title,
      part: <SessionList {...{ content, labels, account, change }} />,
    },
    { id: "dados", title: content.data.title, part: <OwnDataExport {...{ content, labels }} /> },
    {
      id: "excluir",
      title: content.deletion.title,
      part: <AccountDeletion {...{ content, labels, account }} />,
    },
  ];
  return (
    <div className="mt-10 grid gap-x-16 gap-y-8 lg:mt-14 lg:grid-cols-[13rem_minmax(0,44rem)]">
      <PartLinks label={content.parts} parts={parts} />
      <div className="grid gap-14">
        {parts.map(({ id, title, part }) => (
          <section key={id} id={id} aria-labelledby={`${id}-titulo`}>
            <h2 id={`${id}-titulo`} className="text-2xl font-bold tracking-tight">
              {title}
            </h2>
            {part}
          </section>
        ))}
      </div>
    </div>
  );
}

interface PartLinksProps {
  label: string;
  parts: readonly { id: string; title: string }[];
}

function PartLinks({ label, parts }: PartLinksProps) {
  return (
    <nav aria-label={label} className="max-lg:border-line max-lg:border-b max-lg:pb-4">
      <ul className="flex flex-wrap gap-x-6 lg:sticky lg:top-28 lg:grid">
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="text-muted hover:text-ink inline-flex min-h-10 items-center font-semibold underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
