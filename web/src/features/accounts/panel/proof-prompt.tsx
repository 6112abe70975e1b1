/** Shared parts of the dialogs in which users prove who they are while a call waits: the step-up, and signing in again. */
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";

import type { onStepUpRequired } from "@/api/reauthentication";
import type { CodeKind } from "@/features/accounts/core/second-factor";
import { CodeField } from "@/features/accounts/panel/code-field";
import { Button } from "@/panel/controls/button";
import { PasswordField } from "@/panel/form/field";

/**
 * Opens a dialog when `listen` reports a call that requires a proof, unless `isNeeded` returns false for it. `close` answers
 * the call with whether the proof was accepted; `restoreFocus` focuses the element that had the focus before.
 */
export function usePrompt(listen: typeof onStepUpRequired, isNeeded?: (request: Request) => boolean) {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  const focusedBefore = useRef<Element | null>(null);
  const open = useEffectEvent((request: Request): Promise<boolean> => {
    if (isNeeded?.(request) === false) return Promise.resolve(false);
    focusedBefore.current = document.activeElement;
    return new Promise((resolve) => setAnswer(() => resolve));
  });
  useEffect(() => listen((request) => open(request)), [listen]);
  // Signing out in another tab removes an open dialog. Without an answer, later calls would wait for it too.
  const abandon = useEffectEvent(() => answer?.(false));
  useEffect(() => () => abandon(), []);
  const close = (isProved: boolean) => {
    setAnswer(null);
    answer?.(isProved);
  };
  const restoreFocus = () => focusedBefore.current instanceof HTMLElement && focusedBefore.current.focus();
  return { isOpen: answer !== null, close, restoreFocus };
}

interface ProofFieldProps {
  kind: "password" | CodeKind;
  email: string;
  error: string;
  ref: Ref<HTMLInputElement>;
}

/** The field for the password or a code. */
export function ProofField({ kind, email, error, ref }: ProofFieldProps) {
  return (
    <>
      {/* Names the account for password managers. Its key recreates it with the password field, as Chrome expects. */}
      <input key={`${kind}-user`} type="text" autoComplete="username" value={email} readOnly hidden />
      {kind === "password" ? (
        <PasswordField
          key="password"
          data-autofocus
          ref={ref}
          label="Senha"
          autoComplete="current-password"
          error={error}
        />
      ) : (
        <CodeField key={kind} ref={ref} kind={kind} error={error} />
      )}
      <p role="alert" className="sr-only">
        {error}
      </p>
    </>
  );
}

/** A button that offers another proof than the one of the field. */
export function OtherProof(props: ComponentProps<"button">) {
  return <Button variant="ghost" size="sm" className="-mt-2 -ml-2.5 justify-self-start" {...props} />;
}
