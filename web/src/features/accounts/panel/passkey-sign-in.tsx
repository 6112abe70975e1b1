/** Signing in to the panel with a passkey, on the button or from among what the browser fills in. */
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import type { Session } from "@/api/types";
import { notify } from "@/lib/notify";
import { canAutofill, isCanceled } from "@/lib/passkeys";
import { passkeysWork } from "@/lib/passkeys-work";
import { StandingQuestion } from "@/lib/conditional-passkey";
import { Button } from "@/panel/controls/button";
import { report } from "./session";
import { signInByPasskey } from "./sign-in";

interface PasskeySignInProps {
  /** From the password, when it was given first. */
  challenge?: string;
  /** Waits for a passkey to be picked in the form, too. */
  autofill?: boolean;
  onSignedIn: (session: Session) => Promise<void>;
}

export function PasskeySignIn({ challenge, autofill = false, onSignedIn }: PasskeySignInProps) {
  const [busy, setBusy] = useState(false);
  const waiting = useRef<StandingQuestion>(undefined);

  async function signIn(how: { autofill?: boolean; signal?: AbortSignal } = {}): Promise<void> {
    try {
      await onSignedIn(await signInByPasskey(challenge, how));
    } catch (error) {
      setBusy(false);
      const isRefusal = error instanceof ApiError && [401, 422].includes(error.status);
      // Nobody asked for what waited in the form.
      if (how.autofill && !isRefusal) return;
      if (!isCanceled(error)) report("Erro no login", error);
      notify.error("Não foi possível entrar com a chave", passkeyMessage(error));
      waiting.current?.put();
    }
  }

  useEffect(() => {
    const question = new StandingQuestion((signal) => signIn({ autofill: true, signal }));
    let left = false;
    const prepare = async () => {
      if (!autofill || !(await canAutofill()) || left) return;
      waiting.current = question;
      question.put();
    };
    void prepare();
    return () => {
      left = true;
      question.withdraw();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, as long as the form is there
  }, []);

  if (!passkeysWork()) return null;
  return (
    <Button
      className="h-10"
      busy={busy}
      disabled={busy}
      onClick={() => {
        setBusy(true);
        waiting.current?.withdraw();
        void signIn();
      }}
    >
      <KeyRound aria-hidden />
      Entrar com chave de acesso
    </Button>
  );
}

/** What to tell about a passkey that was not made, not found or not accepted. */
export function passkeyMessage(error: unknown): string {
  if (isCanceled(error)) return "Nenhuma chave de acesso foi usada.";
  const told = error instanceof ApiError ? error.fields["passkey"] : undefined;
  return told ?? messageOf(error, "Tente novamente mais tarde.");
}
