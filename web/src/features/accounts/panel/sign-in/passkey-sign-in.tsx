/** A button that signs in to the panel with a passkey. It is missing if passkeys aren't supported. */
import { KeyRound } from "lucide-react";

import type { Session } from "@/api/types";
import { usePasskeySignIn } from "@/features/accounts/core/use-passkey-sign-in";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { signInByPasskey } from "./sign-in";

interface PasskeySignInProps {
  /** Challenge of the second step, after the password. */
  challenge?: string;
  /** Whether passkeys can also be picked in the form's fields. */
  autofill?: boolean;
  onSignedIn: (session: Session) => Promise<void>;
}

export function PasskeySignIn({ challenge, autofill = false, onSignedIn }: PasskeySignInProps) {
  const { isSupported, isBusy, start } = usePasskeySignIn({
    autofill,
    signIn: async (how) => onSignedIn(await signInByPasskey(challenge, how)),
    onFailure: (message) => notify.error("Não foi possível entrar com a chave", message),
  });
  if (!isSupported) return null;
  return (
    <Button className="h-10" busy={isBusy} onClick={() => void start()}>
      <KeyRound aria-hidden />
      Entrar com chave de acesso
    </Button>
  );
}
