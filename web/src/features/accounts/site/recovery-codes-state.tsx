/** How many recovery codes are left, and new ones. */
import { useState } from "react";

import type { RecoveryCodes } from "@/api/types";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { Question } from "./question";
import type { SecurityProps } from "./security-part";

interface RecoveryCodesStateProps extends SecurityProps {
  onNewCodes: (codes: string[]) => void;
}

export function RecoveryCodesState({
  text: { codes: text, totp },
  labels,
  account,
  send,
  refresh,
  fail,
  onNewCodes,
}: RecoveryCodesStateProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const left = account.factor.recovery_codes_left;

  async function replace() {
    setBusy(true);
    try {
      const { codes } = await send<RecoveryCodes>("POST", "/api/auth/second-factor/recovery-codes");
      await refresh(false);
      setAsking(false);
      onNewCodes(codes);
      void showToast({ kind: "success", title: text.replaced_title }, labels);
    } catch (error) {
      fail(text.replace_failed_title)(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <p className={left > 0 ? "text-muted" : "text-warning font-semibold"}>
        {left > 0 ? `${text.left} ${left}.` : text.none_left}
      </p>
      {asking ? (
        <Question
          labels={labels}
          question={text.replace_question}
          lead={text.replace_lead}
          submit={text.replace_submit}
          cancel={totp.cancel}
          busy={busy}
          onConfirm={() => void replace()}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <button
          type="button"
          onClick={() => setAsking(true)}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {text.replace}
        </button>
      )}
    </div>
  );
}
