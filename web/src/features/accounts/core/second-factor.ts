/** What all screens about second factors share. */
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
