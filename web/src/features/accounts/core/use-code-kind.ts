import { useState } from "react";

import type { CodeKind } from "./second-factor";

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
