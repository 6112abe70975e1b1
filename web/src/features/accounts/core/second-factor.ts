/** Types and state that all screens about second factors share. */
import { useState } from "react";

import type { SecondFactor } from "@/api/types";

/** Second step of a sign-in, for users who have a second factor. */
export interface PendingSecondStep {
  /** The server's challenge, which is sent back with the proof. */
  challenge: string;
  /** Factors of the user: `app`, `passkey`. */
  factors: readonly string[];
}

/** Code of the authenticator app, or recovery code. */
export type CodeKind = "app" | "recovery";

/** Returns whether signing in requires more than the password. */
export const hasFactor = (factor: SecondFactor): boolean =>
  Boolean(factor.totp_since) || factor.passkeys.length > 0;

/**
 * Returns the kind of code that the second step asks for, and the function that switches it. Users without an
 * authenticator app have recovery codes only.
 */
export function useCodeKind(factors: readonly string[]) {
  const hasApp = factors.includes("app");
  const [isRecovery, setRecovery] = useState(false);
  const kind: CodeKind = hasApp && !isRecovery ? "app" : "recovery";
  const switchKind = () => setRecovery(!isRecovery);
  return { kind, hasApp, hasPasskey: factors.includes("passkey"), switchKind };
}
