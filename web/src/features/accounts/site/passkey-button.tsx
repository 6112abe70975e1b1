import { KeyRound } from "lucide-react";

import type { LayoutLabels, SignInText } from "@/api/types";
import { button } from "@/ui/button";
import { usePasskeySignIn } from "./passkey-sign-in";

interface PasskeyButtonProps {
  text: SignInText;
  labels: LayoutLabels;
  challenge?: string;
  autofill?: boolean;
}

/** Signs in with a passkey. Not there where the browser knows none. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { works, busy, start } = usePasskeySignIn(props);
  if (!works) return null;
  const words = props.text.passkey;
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={() => void start()}
      className={button({ look: "line" })}
    >
      <KeyRound aria-hidden className="size-5" />
      {busy ? words.busy : words.sign_in}
    </button>
  );
}
