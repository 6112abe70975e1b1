import { KeyRound } from "lucide-react";

import type { LayoutLabels, PasskeyChallenge, Session, SignInText } from "@/api/types";
import type { FindOptions } from "@/features/accounts/core/passkeys";
import { usePasskeySignIn } from "@/features/accounts/core/use-passkey-sign-in";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { continueWithSession } from "./use-account-form";

interface PasskeyButtonProps {
  text: SignInText;
  labels: LayoutLabels;
  /** Challenge of the second step, after the password. */
  challenge?: string;
  /** Whether passkeys can also be picked in the form's fields. */
  autofill?: boolean;
}

/** A button that signs in with a passkey. It is missing if passkeys aren't supported. */
export function PasskeyButton({ text, labels, challenge, autofill = false }: PasskeyButtonProps) {
  const { passkey: passkeyText } = text;
  const { isSupported, isBusy, start } = usePasskeySignIn({
    autofill,
    signIn: async (how) => {
      const session = await requestSession(challenge, how, passkeyText.canceled, labels);
      continueWithSession(session, { title: text.done_title, description: text.done_text });
    },
    onFailure: (description) =>
      void showToast({ kind: "error", title: passkeyText.failed_title, description }, labels),
  });
  if (!isSupported) return null;
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={() => void start()}
      className={button({ look: "line" })}
    >
      <KeyRound aria-hidden className="size-5" />
      <span>{isBusy ? passkeyText.busy : passkeyText.sign_in}</span>
    </button>
  );
}

async function requestSession(
  challenge: string | undefined,
  how: FindOptions,
  canceled: string,
  { request_failed: fallback }: LayoutLabels,
): Promise<Session> {
  const [{ answerChallenge }, { call }] = await Promise.all([
    import("@/features/accounts/core/passkeys"),
    import("@/api/call"),
  ]);
  const path = "/api/auth/login/passkey";
  const body = challenge ? { challenge } : {};
  const ask = () => call<PasskeyChallenge>("POST", `${path}/challenge`, { body, fallback });
  return call<Session>("POST", path, { body: await answerChallenge(ask, canceled, how), fallback });
}
