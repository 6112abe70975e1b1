/** The state of a step-up: users prove who they are with the password, a code or a passkey. */
import { useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import type { PasskeyProof } from "@/api/types";

export interface StepUpProof {
  password?: string;
  code?: string;
  passkey?: PasskeyProof;
}

interface Options {
  /** Sends a proof to the server. */
  send: (proof: StepUpProof) => Promise<unknown>;
  findPasskey: () => Promise<PasskeyProof>;
  /** Error messages of empty fields. */
  missing: { password: string; code: string };
  onProved: () => void;
}

export function useStepUpProof({ send, findPasskey, missing, onProved }: Options) {
  const [kind, setKind] = useState<"password" | "code">("password");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function prove(find: () => Promise<StepUpProof>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await send(await find());
      onProved();
    } catch (cause) {
      setBusy(false);
      setError(refusalOf(cause));
    }
  }

  async function proveWith(typed: string): Promise<void> {
    if (typed) await prove(() => Promise.resolve({ [kind]: typed }));
    else setError(missing[kind]);
  }

  const proveWithPasskey = () => prove(async () => ({ passkey: await findPasskey() }));

  function switchKind(): void {
    setError("");
    setKind(kind === "password" ? "code" : "password");
  }

  return { kind, error, isBusy, proveWith, proveWithPasskey, switchKind };
}

/** Returns the error of the field that was sent, or the message of the failure. */
function refusalOf(error: unknown): string {
  const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
  return field ?? messageOf(error);
}
