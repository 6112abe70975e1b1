/** Explains what deleting the account means, and opens the form for it. */
import { useState } from "react";

import type { AccountContent, LayoutLabels } from "@/api/types";
import { onDemand } from "@/features/accounts/site/on-demand";
import { button } from "@/ui/button";
import { Unbroken } from "@/ui/unbroken";
import type { Account } from "./use-account";

const DeletionForm = onDemand(async () => (await import("./deletion-form")).DeletionForm);

export interface AccountDeletionProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
}

export function AccountDeletion({ content, labels, account }: AccountDeletionProps) {
  const text = content.deletion;
  const [isOpen, setOpen] = useState(false);
  if (account.isStaff)
    return (
      <p className="text-muted mt-3 text-pretty">
        <Unbroken text={text.staff} />
      </p>
    );
  return (
    <>
      <p className="text-muted mt-3 text-pretty">
        <Unbroken text={text.lead} />
      </p>
      <ul className="text-muted mt-3 list-disc space-y-1 pl-5">
        {text.effects.map((effect, index) => (
          <li key={index}>
            <Unbroken text={effect} />
          </li>
        ))}
      </ul>
      {isOpen ? (
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
