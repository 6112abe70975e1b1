/** Asks users to sign in again when their session ends during a change, or with unsaved changes on the screen. */
import { type SubmitEvent, useEffect, useRef, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import { onSignInRequired } from "@/api/reauthentication";
import type { Session, User } from "@/api/types";
import type { CodeKind, PendingSecondStep } from "@/features/accounts/core/second-factor";
import { useCodeKind } from "@/features/accounts/core/use-code-kind";
import { OtherProof, ProofField, usePrompt } from "@/features/accounts/panel/proof-prompt";
import { useSession } from "@/features/accounts/panel/session";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { hasUnsavedChanges } from "@/panel/form/unsaved-changes";
import { PasskeySignIn } from "./passkey-sign-in";
import { finishSignIn, signInStaff } from "./sign-in";

export function SignInAgain({ user }: { user: User }) {
  const { signIn } = useSession();
  // Without unsaved changes, the sign-in page is sufficient, because it leads back here.
  const isNeeded = ({ method }: Request) => method !== "GET" || hasUnsavedChanges();
  const { isOpen, close, restoreFocus } = usePrompt(onSignInRequired, isNeeded);
  if (!isOpen) return null;
  const answer = (session: Session | null) => {
    if (session) signIn(session);
    close(session !== null);
  };
  return <SignInDialog email={user.email} onAnswer={answer} onClosed={restoreFocus} />;
}

interface SignInDialogProps {
  email: string;
  onAnswer: (session: Session | null) => void;
  onClosed: () => void;
}

/** The state of the dialog. Signing in has one or two steps; `input` is the field of the current one. */
function useSignInAgain(email: string, onSignedIn: (session: Session) => void) {
  const [step, setStep] = useState<PendingSecondStep | null>(null);
  const codes = useCodeKind(step?.factors ?? []);
  const kind: "password" | CodeKind = step ? codes.kind : "password";
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
    setStep(next);
  }

  function refuse(message: string): void {
    setError(message);
    input.current?.select();
  }

  return { step, kind, codes, error, isBusy, input, submit };
}

function SignInDialog({ email, onAnswer, onClosed }: SignInDialogProps) {
  const { step, kind, codes, error, isBusy, input, submit } = useSignInAgain(email, onAnswer);
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
        <ProofField kind={kind} email={email} error={error} ref={input} />
        {step && <OtherFactors challenge={step.challenge} codes={codes} onSignedIn={onAnswer} />}
        <DialogButtons dismiss="Sair sem salvar" onClose={() => onAnswer(null)}>
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? "Entrando..." : "Entrar e continuar"}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

interface OtherFactorsProps {
  challenge: string;
  codes: ReturnType<typeof useCodeKind>;
  onSignedIn: (session: Session) => void;
}

/** Alternatives to the code that the field asks for. */
function OtherFactors({ challenge, codes, onSignedIn }: OtherFactorsProps) {
  return (
    <>
      {codes.hasApp && (
        <OtherProof onClick={codes.switchKind}>
          {codes.kind === "app" ? "Usar um código de recuperação" : "Usar o código do aplicativo"}
        </OtherProof>
      )}
      {codes.hasPasskey && (
        <PasskeySignIn
          challenge={challenge}
          onSignedIn={(session) => {
            onSignedIn(session);
            return Promise.resolve();
          }}
        />
      )}
    </>
  );
}
