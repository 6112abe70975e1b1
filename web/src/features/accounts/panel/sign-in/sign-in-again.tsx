/** Asks users to sign in again when their session ends during a change, or with unsaved changes on the screen. */
import { type SubmitEvent, useEffect, useRef, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import { onSignInRequired } from "@/api/reauthentication";
import type { Session, User } from "@/api/types";
import type { CodeKind, PendingSecondStep } from "@/features/accounts/core/second-factor";
import { CodeField } from "@/features/accounts/panel/code-field";
import { useSession } from "@/features/accounts/panel/session";
import { Button } from "@/panel/controls/button";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { PasswordField } from "@/panel/form/field";
import { hasUnsavedChanges } from "@/panel/form/unsaved-changes";
import { PasskeySignIn } from "./passkey-sign-in";
import { finishSignIn, signInStaff } from "./sign-in";

type Answer = (isSignedIn: boolean) => void;

export function SignInAgain({ user }: { user: User }) {
  const { signIn } = useSession();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(
    () =>
      onSignInRequired(({ method }) => {
        // Without unsaved changes, the sign-in page is sufficient, because it leads back here.
        if (method === "GET" && !hasUnsavedChanges()) return Promise.resolve(false);
        before.current = document.activeElement;
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (!answer) return null;
  const close = (session: Session | null) => {
    if (session) signIn(session);
    setAnswer(null);
    answer(session !== null);
  };
  const restoreFocus = () => before.current instanceof HTMLElement && before.current.focus();
  return <SignInDialog email={user.email} onAnswer={close} onClosed={restoreFocus} />;
}

interface SignInDialogProps {
  email: string;
  onAnswer: (session: Session | null) => void;
  onClosed: () => void;
}

/** Returns the sign-in of the dialog, in one or two steps. `input` is the field of the current step. */
function useSignInAgain(email: string, onSignedIn: (session: Session) => void) {
  const [step, setStep] = useState<PendingSecondStep | null>(null);
  const [kind, setKind] = useState<CodeKind>("app");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [step, kind]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = input.current?.value ?? "";
    if (!typed) {
      refuse(step ? "Informe o código." : "Informe a senha.");
      return;
    }
    setBusy(true);
    try {
      onSignedIn(
        await (step ? finishSignIn(step.challenge, typed) : signInStaff({ email, password: typed })),
      );
    } catch (cause) {
      setBusy(false);
      if (cause instanceof ApiError && cause.challenge) {
        openSecondStep({ challenge: cause.challenge, factors: cause.factors });
        return;
      }
      if (cause instanceof ApiError && cause.code === "challenge_expired") setStep(null);
      refuse(messageOf(cause));
    }
  }

  function openSecondStep(next: PendingSecondStep): void {
    setError("");
    setKind(next.factors.includes("app") ? "app" : "recovery");
    setStep(next);
  }

  function refuse(message: string): void {
    setError(message);
    input.current?.select();
  }

  const switchKind = () => setKind(kind === "app" ? "recovery" : "app");
  return { step, kind, error, isBusy, input, submit, switchKind };
}

function SignInDialog({ email, onAnswer, onClosed }: SignInDialogProps) {
  const { step, kind, error, isBusy, input, submit, switchKind } = useSignInAgain(email, onAnswer);
  return (
    // Only its buttons close it, so that unsaved changes aren't lost by accident.
    <Modal size="prompt" onClose={() => undefined} onClosed={onClosed}>
      <div className="border-line border-b px-5 py-4">
        <ModalTitle className="text-base font-semibold">Sua sessão terminou</ModalTitle>
      </div>
      <form className="grid gap-4 p-5" noValidate onSubmit={(event) => void submit(event)}>
        <p className="text-muted text-sm">
          Entre de novo para continuar de onde parou. O que você digitou continua na tela.
        </p>
        <p className="text-sm">
          Conta: <strong className="font-medium wrap-anywhere">{email}</strong>
        </p>
        {/* Names the account for password managers. Its key recreates it with the password field, as Chrome expects. */}
        <input
          key={step ? "code-user" : "password-user"}
          type="text"
          autoComplete="username"
          value={email}
          readOnly
          hidden
        />
        {step ? (
          <CodeField key={kind} ref={input} kind={kind} error={error} />
        ) : (
          <PasswordField
            key="password"
            data-autofocus
            ref={input}
            label="Senha"
            autoComplete="current-password"
            error={error}
          />
        )}
        <p role="alert" className="sr-only">
          {error}
        </p>
        {step && <OtherFactors step={step} kind={kind} onSwitch={switchKind} onSignedIn={onAnswer} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer(null)}>Sair sem salvar</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? "Entrando..." : "Entrar e continuar"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface OtherFactorsProps {
  step: PendingSecondStep;
  kind: CodeKind;
  onSwitch: () => void;
  onSignedIn: (session: Session) => void;
}

/** Alternatives to the code that the field asks for. */
function OtherFactors({ step, kind, onSwitch, onSignedIn }: OtherFactorsProps) {
  return (
    <>
      {step.factors.includes("app") && (
        <Button variant="ghost" size="sm" className="-mt-2 -ml-2.5 justify-self-start" onClick={onSwitch}>
          {kind === "app" ? "Usar um código de recuperação" : "Usar o código do aplicativo"}
        </Button>
      )}
      {step.factors.includes("passkey") && (
        <PasskeySignIn
          challenge={step.challenge}
          onSignedIn={(session) => {
            onSignedIn(session);
            return Promise.resolve();
          }}
        />
      )}
    </>
  );
}
