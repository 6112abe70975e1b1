/** What keeps others out besides the password: the second factor, and the codes for the day the phone is gone. */
import { useState } from "react";

import type { AccountContent, LayoutLabels, SecondFactor } from "@/api/types";
import { reasonOf } from "@/lib/failure";
import { showToast } from "@/ui/toast";
import { onDemand } from "./on-demand";
import { PasskeyPart } from "./passkey-part";
import { RecoveryCodeList } from "./recovery-code-list";
import type { TotpEnrollment } from "./totp-enrollment";
import { TotpState } from "./totp-state";
import type { Account } from "./use-account";
import { useStepUp } from "./use-step-up";

const RecoveryCodesState = onDemand(async () => (await import("./recovery-codes-state")).RecoveryCodesState);

interface SecurityPartProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
  change: (change: Partial<Account>) => void;
}

export function SecurityPart({ content, labels, account, change }: SecurityPartProps) {
  const text = content.security;
  const { send, dialog } = useStepUp(content, labels, account);
  const [codes, setCodes] = useState<string[]>([]);
  /** Loaded when somebody wants it: few ever do. */
  const [Enrollment, setEnrollment] = useState<typeof TotpEnrollment>();

  /** What the server says by now. The other sessions end with each change of a factor. */
  async function refresh(ended: boolean) {
    const { call } = await import("@/lib/http");
    const factor = await call<SecondFactor>("GET", "/api/auth/second-factor", {
      fallback: labels.request_failed,
    });
    const sessions = account.sessions.filter((session) => !ended || session.is_current);
    change({ factor, sessions });
  }

  const fail = (title: string) => (error: unknown) => {
    void showToast({ kind: "error", title, description: reasonOf(error) }, labels);
  };
  async function enroll() {
    try {
      const enrollment = await import("./totp-enrollment");
      setEnrollment(() => enrollment.TotpEnrollment);
    } catch (error) {
      fail(text.totp.failed_title)(error);
    }
  }

  const isOn = Boolean(account.factor.totp_since) || account.factor.passkeys.length > 0;
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

/** What the parts of this part have in common. */
export interface SecurityProps {
  text: AccountContent["security"];
  labels: LayoutLabels;
  account: Account;
  send: ReturnType<typeof useStepUp>["send"];
  refresh: (ended: boolean) => Promise<void>;
  /** Tells what went wrong, under a title. */
  fail: (title: string) => (error: unknown) => void;
}
