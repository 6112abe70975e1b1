/** Asks for the password, a code or a passkey in a dialog when a call requires a step-up. */
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef } from "react";

import { api, body } from "@/api/client";
import { onStepUpRequired } from "@/api/reauthentication";
import type { PasskeyProof, User } from "@/api/types";
import { supportsPasskeys } from "@/features/accounts/core/passkey-support";
import { answerChallenge } from "@/features/accounts/core/passkeys";
import { useStepUpProof } from "@/features/accounts/core/use-step-up-proof";
import { OtherProof, ProofField, usePrompt } from "@/features/accounts/panel/proof-prompt";
import { PASSKEY_CANCELED } from "@/features/accounts/panel/sign-in/sign-in";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal } from "@/panel/dialog/modal";
import { secondFactor } from "./queries";

export function StepUp({ user }: { user: User }) {
  const { isOpen, close, restoreFocus } = usePrompt(onStepUpRequired);
  return isOpen ? <StepUpDialog user={user} onAnswer={close} onClosed={restoreFocus} /> : null;
}

interface StepUpDialogProps {
  user: User;
  onAnswer: (isProved: boolean) => void;
  onClosed: () => void;
}

function StepUpDialog({ user, onAnswer, onClosed }: StepUpDialogProps) {
  const { kind, error, isBusy, proveWith, proveWithPasskey, switchKind } = useStepUpProof({
    send: (proof) => body(api.POST("/api/auth/step-up", { body: proof })),
    findPasskey: findOwnPasskey,
    missing: { password: "Informe a senha.", code: "Informe o código." },
    onProved: () => onAnswer(true),
  });
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery(secondFactor);
  useEffect(() => input.current?.focus(), [kind]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    await proveWith(input.current?.value ?? "");
    input.current?.select();
  }

  return (
    <Modal size="prompt" title="Confirme que é você" onClose={() => onAnswer(false)} onClosed={onClosed}>
      <form className="grid gap-4 p-5" noValidate onSubmit={(event) => void submit(event)}>
        <p className="text-muted text-sm">
          Esta ação pede uma confirmação recente. Ela vale por 10 minutos, e o que você digitou continua na
          tela.
        </p>
        <ProofField kind={kind === "code" ? "app" : kind} email={user.email} error={error} ref={input} />
        {data?.totp_since && (
          <OtherProof onClick={switchKind}>
            {kind === "password" ? "Usar um código do aplicativo" : "Usar a senha"}
          </OtherProof>
        )}
        {Boolean(data?.passkeys.length) && supportsPasskeys() && (
          <OtherProof onClick={() => void proveWithPasskey()}>Usar uma chave de acesso</OtherProof>
        )}
        <DialogButtons onClose={() => onAnswer(false)}>
          <Button type="submit" variant="primary" busy={isBusy}>
            {isBusy ? "Confirmando..." : "Confirmar"}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

function findOwnPasskey(): Promise<PasskeyProof> {
  return answerChallenge(() => body(api.POST("/api/auth/step-up/challenge")), PASSKEY_CANCELED);
}
