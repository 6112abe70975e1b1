import { useState } from "react";

import type { Passkey } from "@/api/types";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { moment } from "./moment";
import { PasskeyNameForm } from "./passkey-name-form";
import { Question } from "./question";
import type { SecurityProps } from "./security-part";

/** One passkey: when it was made and used, another name for it, and its end. */
export function PasskeyItem(props: SecurityProps & { passkey: Passkey }) {
  const { text, labels, send, refresh, fail, passkey } = props;
  const words = text.passkeys;
  const path = `/api/auth/passkeys/${passkey.id}`;
  const [doing, setDoing] = useState<"rename" | "remove">();
  const [busy, setBusy] = useState(false);

  async function rename(name: string) {
    await send("PUT", path, { name });
    await refresh(false);
    setDoing(undefined);
    void showToast({ kind: "success", title: words.renamed_title }, labels);
  }

  async function remove() {
    setBusy(true);
    try {
      await send("DELETE", path);
      await refresh(true);
      void showToast({ kind: "success", title: words.removed_title }, labels);
    } catch (error) {
      setBusy(false);
      fail(words.remove_failed_title)(error);
    }
  }

  const act = (doable: "rename" | "remove", label: string) => (
    <button
      type="button"
      id={`${doable}-${passkey.id}`}
      aria-labelledby={`${doable}-${passkey.id} passkey-${passkey.id}`}
      onClick={() => setDoing(doable)}
      className={button({ look: "line", size: "small" })}
    >
      {label}
    </button>
  );

  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <strong id={`passkey-${passkey.id}`} className="break-words">
            {passkey.name}
          </strong>
          <Moments passkey={passkey} created={words.created} used={words.used} unused={words.unused} />
        </div>
        {doing ? null : (
          <div className="flex flex-wrap gap-3">
            {act("rename", words.rename)}
            {act("remove", words.remove)}
          </div>
        )}
      </div>
      {doing === "rename" ? (
        <PasskeyNameForm
          id={`name-${passkey.id}`}
          text={words}
          labels={labels}
          name={passkey.name}
          submit={words.rename_submit}
          failedTitle={words.rename_failed_title}
          onSubmit={rename}
          onCancel={() => setDoing(undefined)}
        />
      ) : null}
      {doing === "remove" ? (
        <Question
          labels={labels}
          question={words.remove_question}
          lead={words.remove_lead}
          submit={words.remove_submit}
          cancel={words.cancel}
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setDoing(undefined)}
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
