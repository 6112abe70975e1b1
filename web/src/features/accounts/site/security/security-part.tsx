/** The account's second factors and recovery codes. */
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { AccountContent, LayoutLabels, SecondFactor } from "@/api/types";
import { hasFactor } from "@/features/accounts/core/second-factor";
import type { Account } from "@/features/accounts/site/own-account/use-account";
import { showToast } from "@/ui/toast";
import { RecoveryCodesState } from "./on-demand-parts";
import { PasskeyPart } from "./passkey-part";
import { RecoveryCodeList } from "./recovery-code-list";
import type { TotpEnrollment } from "./totp-enrollment";
import { TotpState } from "./totp-state";
import { needsStepUp, type Send, useStepUp } from "./use-step-up";

interface SecurityPartProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
  change: (change: Partial<Account>) => void;
}

/** Props that the parts of this section share. */
export interface SecurityProps {
  text: AccountContent["security"];
  labels: LayoutLabels;
  account: Account;
  send: Send;
  /**
   * Reloads the factors after a change. `endsOthers` is whether the server has ended the other sessions, as after adding or
   * removing a factor. Never rejects, because the change itself was made.
   */
  refresh: (endsOthers: boolean) => Promise<void>;
  /** Returns a function that shows why an action failed, under a title. */
  fail: (title: string) => (error: unknown) => void;
}

export function SecurityPart({ content, labels, account, change }: SecurityPartProps) {
  const text = content.security;
  const { send, dialog } = useStepUp(content, labels, account);
  const [codes, setCodes] = useState<string[]>([]);
  // Loaded only when it is opened, because few users need it.
  const [Enrollment, setEnrollment] = useState<typeof TotpEnrollment>();

  const fail = (title: string) => (error: unknown) => {
    if (needsStepUp(error)) return; // The user has canceled the step-up.
    void showToast({ kind: "error", title, description: messageOf(error) }, labels);
  };
  async function refresh(endsOthers: boolean) {
    try {
      const { call } = await import("@/api/call");
      const factor = await call<SecondFactor>("GET", "/api/auth/second-factor", {
        fallback: labels.request_failed,
      });
      const sessions = account.sessions.filter((session) => !endsOthers || session.is_current);
      change({ factor, sessions });
    } catch (error) {
      fail(content.failed)(error);
    }
  }
  async function enroll() {
    try {
      const enrollment = await import("./totp-enrollment");
      setEnrollment(() => enrollment.TotpEnrollment);
    } catch (error) {
      fail(text.totp.failed_title)(error);
    }
  }

  const isOn = hasFactor(account.factor);
  const shared = { text, labels, account, send, refresh, fail };
  return (
    <>
      <p className="text-muted mt-3 text-pretty">{text.lead}</p>
      {codes.length > 0 ? <RecoveryCodeList {...shared} codes={codes} onDone={() => setCodes([])} /> : null}
      {Enrollment ? (
        <Enrollment {...shared} onConfirmed={setCodes} onClose={() => setEnrollment(undefined)} />
      ) : (
        <TotpState {...shared} onEnroll={() => void enroll()} />
      )}
      <PasskeyPart {...shared} onNewCodes={setCodes} />
      {isOn && codes.length === 0 ? <RecoveryCodesState {...shared} onNewCodes={setCodes} /> : null}
      {dialog}
    </>
  );
}
