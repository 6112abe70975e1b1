/** Signs in with a passkey, when the user presses a button or picks a passkey in a field of the form. */
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { ApiError, Failure, messageOf } from "@/api/api-error";
import type { ConditionalPrompt } from "./conditional-passkey";
import { logFailure } from "./log-failure";
import { supportsPasskeys } from "./passkey-support";
import type { FindOptions } from "./passkeys";

interface Options {
  /** Finds a passkey, signs in with it and continues with the new session. */
  signIn: (how: FindOptions) => Promise<void>;
  /** Whether passkeys can also be picked in the form's fields. */
  autofill: boolean;
  onFailure: (message: string) => void;
}

export function usePasskeySignIn({ signIn, autofill, onFailure }: Options) {
  // Set in an effect, because the button would do nothing in a page without scripts.
  const [isSupported, setSupported] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const prompt = useRef<ConditionalPrompt>(undefined);

  const signInByAutofill = useEffectEvent(async (signal: AbortSignal) => {
    try {
      await signIn({ autofill: true, signal });
    } catch (error) {
      // The form starts this attempt, not the user. Only a refusal by the server means that the user has picked a passkey.
      if (isRefused(error)) fail(error);
    }
  });

  /** Starts the prompt, unless the button was pressed while it was loading. */
  const setPrompt = useEffectEvent((loaded: ConditionalPrompt | undefined) => {
    prompt.current = loaded;
    if (!isBusy) loaded?.start();
  });

  useEffect(() => {
    setSupported(supportsPasskeys());
    if (!autofill) return;
    const closed = new AbortController();
    void loadPrompt((signal) => signInByAutofill(signal), closed.signal).then(setPrompt);
    return () => closed.abort();
  }, [autofill]);

  async function start(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    prompt.current?.stop();
    try {
      await signIn({});
    } catch (error) {
      setBusy(false);
      fail(error);
    }
  }

  function fail(error: unknown): void {
    if (!isCanceled(error)) logFailure("Erro no login", error);
    onFailure(passkeyMessage(error));
    prompt.current?.start();
  }

  return { isSupported, isBusy, start };
}

/** Loads the browser's prompt if it is supported. The prompt ends when `closed` aborts. */
async function loadPrompt(
  ask: (canceled: AbortSignal) => Promise<void>,
  closed: AbortSignal,
): Promise<ConditionalPrompt | undefined> {
  const [{ canAutofill }, { ConditionalPrompt }] = await Promise.all([
    import("./passkeys"),
    import("./conditional-passkey"),
  ]);
  if (!(await canAutofill()) || closed.aborted) return undefined;
  const prompt = new ConditionalPrompt(ask);
  closed.addEventListener("abort", () => prompt.stop());
  return prompt;
}

/** Returns the message for a passkey that was not created, found or accepted. */
export function passkeyMessage(error: unknown): string {
  const refusal = error instanceof ApiError ? error.fields["passkey"] : undefined;
  return refusal ?? messageOf(error);
}

const isRefused = (error: unknown) => error instanceof ApiError && [401, 422].includes(error.status);

const isCanceled = (error: unknown) => error instanceof Failure && !(error instanceof ApiError);
