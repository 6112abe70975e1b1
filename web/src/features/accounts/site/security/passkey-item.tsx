import { useState } from "react";

import type { Passkey } from "@/api/types";
import { formatMoment } from "@/features/accounts/site/format-moment";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { Confirmation, PasskeyNameForm } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";
import { useConfirmation } from "./use-confirmation";

interface PasskeyItemProps extends SecurityProps {
  passkey: Passkey;
  onRemoved: () => void;
}

/** A passkey with its dates of creation and use, and buttons that rename and remove it. */
export function PasskeyItem(props: PasskeyItemProps) {
  const { labels, send, refresh, fail, passkey, onRemoved } = props;
  const text = props.text.passkeys;
  const path = `/api/auth/passkeys/${passkey.id}`;
  const [isRenaming, setRenaming] = useState(false);
  const removal = useConfirmation(remove, fail(text.remove_failed_title));

  async function rename(name: string) {
    await send("PUT", path, { name });
    await refresh(false);
    setRenaming(false);
    void showToast({ kind: "success", title: text.renamed_title }, labels);
  }

  async function remove() {
    await send("DELETE", path);
    await refresh(true);
    onRemoved();
    void showToast({ kind: "success", title: text.removed_title }, labels);
  }

  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Description passkey={passkey} text={text} />
        </div>
        {isRenaming || removal.isOpen ? null : (
          <div className="flex flex-wrap gap-3">
            <Action name="rename" id={passkey.id} label={text.rename} onClick={() => setRenaming(true)} />
            <Action name="remove" id={passkey.id} label={text.remove} onClick={removal.open} />
          </div>
        )}
      </div>
      {isRenaming ? (
        <PasskeyNameForm
          id={`name-${passkey.id}`}
          text={text}
          labels={labels}
          name={passkey.name}
          submit={text.rename_submit}
          failedTitle={text.rename_failed_title}
          onSubmit={rename}
          onCancel={() => setRenaming(false)}
        />
      ) : null}
      {removal.isOpen ? (
        <Confirmation
          labels={labels}
          question={text.remove_question}
          lead={text.remove_lead}
          submit={text.remove_submit}
          cancel={text.cancel}
          {...removal.answers}
        />
      ) : null}
    </li>
  );
}

interface ActionProps {
  name: "rename" | "remove";
  /** Id of the passkey. */
  id: string;
  label: string;
  onClick: () => void;
}

function Action({ name, id, label, onClick }: ActionProps) {
  return (
    <button
      type="button"
      id={`${name}-${id}`}
      aria-labelledby={`${name}-${id} passkey-${id}`}
      onClick={onClick}
      className={button({ look: "line", size: "small" })}
    >
      {label}
    </button>
  );
}

interface DescriptionProps {
  passkey: Passkey;
  text: SecurityProps["text"]["passkeys"];
}

function Description({ passkey: { id, name, created_at, last_used_at }, text }: DescriptionProps) {
  return (
    <>
      <strong id={`passkey-${id}`} className="wrap-anywhere">
        {name}
      </strong>
      <p className="text-muted text-sm">
        {text.created} <time dateTime={created_at}>{formatMoment(created_at)}</time>
      </p>
      <p key={last_used_at} className="text-muted text-sm">
        {last_used_at ? (
          <>
            {text.used} <time dateTime={last_used_at}>{formatMoment(last_used_at)}</time>
          </>
        ) : (
          text.unused
        )}
      </p>
    </>
  );
}
