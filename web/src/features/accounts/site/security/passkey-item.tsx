import { useState } from "react";

import type { Passkey } from "@/api/types";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { moment } from "@/features/accounts/site/moment";
import { Confirmation, PasskeyNameForm } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";
import { useConfirmation } from "./use-confirmation";

/** One passkey: its dates of creation and use; renames and removes it. */
export function PasskeyItem(props: SecurityProps & { passkey: Passkey }) {
  const { text, labels, send, refresh, fail, passkey } = props;
  const passkeysText = text.passkeys;
  const path = `/api/auth/passkeys/${passkey.id}`;
  const [isRenaming, setRenaming] = useState(false);
  const removal = useConfirmation(remove, fail(passkeysText.remove_failed_title));

  async function rename(name: string) {
    await send("PUT", path, { name });
    await refresh(false);
    setRenaming(false);
    void showToast({ kind: "success", title: passkeysText.renamed_title }, labels);
  }

  async function remove() {
    await send("DELETE", path);
    await refresh(true);
    void showToast({ kind: "success", title: passkeysText.removed_title }, labels);
  }

  const action = (name: "rename" | "remove", label: string, onClick: () => void) => (
    <button
      type="button"
      id={`${name}-${passkey.id}`}
      aria-labelledby={`${name}-${passkey.id} passkey-${passkey.id}`}
      onClick={onClick}
      className={button({ look: "line", size: "small" })}
    >
      {label}
    </button>
  );

  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <strong id={`passkey-${passkey.id}`} className="break-passkeysText">
            {passkey.name}
          </strong>
          <Moments
            passkey={passkey}
            created={passkeysText.created}
            used={passkeysText.used}
            unused={passkeysText.unused}
          />
        </div>
        {isRenaming || removal.isOpen ? null : (
          <div className="flex flex-wrap gap-3">
            {action("rename", passkeysText.rename, () => setRenaming(true))}
            {action("remove", passkeysText.remove, removal.open)}
          </div>
        )}
      </div>
      {isRenaming ? (
        <PasskeyNameForm
          id={`name-${passkey.id}`}
          text={passkeysText}
          labels={labels}
          name={passkey.name}
          submit={passkeysText.rename_submit}
          failedTitle={passkeysText.rename_failed_title}
          onSubmit={rename}
          onCancel={() => setRenaming(false)}
        />
      ) : null}
      {removal.isOpen ? (
        <Confirmation
          labels={labels}
          question={passkeysText.remove_question}
          lead={passkeysText.remove_lead}
          submit={passkeysText.remove_submit}
          cancel={passkeysText.cancel}
          {...removal.answers}
        />
      ) : null}
    </li>
  );
}

interface MomentsProps {
  passkey: Passkey;
  created: string;
  used: string;
  unused: string;
}

function Moments({ passkey: { created_at, last_used_at }, created, used, unused }: MomentsProps) {
  return (
    <>
      <p className="text-muted text-sm">
        {created} <time dateTime={created_at}>{moment(created_at)}</time>
      </p>
      <p className="text-muted text-sm">
        {last_used_at ? (
          <>
            {used} <time dateTime={last_used_at}>{moment(last_used_at)}</time>
          </>
        ) : (
          unused
        )}
      </p>
    </>
  );
}
