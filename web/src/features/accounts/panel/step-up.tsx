/** Asks for the password, a code or a passkey when a call needs a fresh proof of who is acting. What was typed stays. */
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { onStepUpRequired } from "@/api/reauthentication";
import type { PasskeyProof, User } from "@/api/types";
import { findPasskey } from "@/lib/passkeys";
import { passkeysWork } from "@/lib/passkeys-work";
import { Button } from "@/panel/controls/button";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { PasswordField } from "@/panel/form/field";
import { CodeField } from "./code-field";
import { passkeyMessage } from "./passkey-sign-in";
import { secondFactor } from "./security-queries";

type Answer = (proved: boolean) => void;

export function StepUp({ user }: { user: User }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(
    () =>
      onStepUpRequired(() => {
        before.current = document.activeElement;
        return new Promise<boolean>((resolve) => setAnswer(() => resolve));
      }),
    [],
  );
  if (!answer) return null;
  const close = (proved: boolean) => {
    setAnswer(null);
    answer(proved);
  };
  const restoreFocus = () => before.current instanceof HTMLElement && before.current.focus();
  return <StepUpDialog user={user} onAnswer={close} onClosed={restoreFocus} />;
}

interface StepUpDialogProps {
  user: User;
  onAnswer: Answer;
  onClosed: () => void;
}

interface StepUpProof {
  password?: string;
  code?: string;
  passkey?: PasskeyProof;
}

type Proof = "password" | "code";

function StepUpDialog({ user, onAnswer, onClosed }: StepUpDialogProps) {
  const [proof, setProof] = useState<Proof>("password");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery(secondFactor);
  useEffect(() => input.current?.focus(), [proof]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = input.current?.value ?? "";
    if (!typed) {
      refuse(proof === "password" ? "Informe a senha." : "Informe o código.");
      return;
    }
    await prove(() => Promise.resolve({ [proof]: typed }));
  }

  async function prove(find: () => Promise<StepUpProof>): Promise<void> {
    setBusy(true);
    try {
      await body(api.POST("/api/auth/step-up", { body: await find() }));
      onAnswer(true);
    } catch (cause) {
      setBusy(false);
      const told = cause instanceof ApiError ? cause.fields[proof] : undefined;
      refuse(told ?? passkeyMessage(cause));
    }
  }

  function refuse(message: string): void {
    setError(message);
    input.current?.select();
  }

  function swap(): void {
    setError("");
    setProof(proof === "password" ? "code" : "password");
  }

  return (
    <Modal
      className="inset-x-4 top-[12dvh] mx-auto max-h-[80dvh] max-w-md overflow-y-auto rounded-xl"
      onClose={() => onAnswer(false)}
      onClosed={onClosed}
    >
      <div className="border-line flex items-center justify-between border-b py-2 pr-3 pl-6">
        <ModalTitle className="text-base font-semibold">Confirme que é você</ModalTitle>
        <ModalClose />
      </div>
      <form className="grid gap-4 p-6" noValidate onSubmit={(event) => void submit(event)}>
        <p className="text-muted text-sm">
          Esta ação pede uma confirmação recente. Ela vale por 10 minutos, e o que você digitou continua na
          tela.
        </p>
        {/* Tells password managers whose password is asked for. Chrome expects it to be as new as the password field. */}
        <input key={`${proof}-user`} type="text" autoComplete="username" value={user.email} readOnly hidden />
        {proof === "password" ? (
          <PasswordField
            key="password"
            data-autofocus
            ref={input}
            label="Senha"
            autoComplete="current-password"
            error={error}
          />
        ) : (
          <CodeField key="code" ref={input} kind="app" error={error} />
        )}
        <p role="alert" className="sr-only">
          {error}
        </p>
        {data?.totp_since && (
          <Button variant="ghost" size="sm" className="-mt-2 -ml-2.5 justify-self-start" onClick={swap}>
            {proof === "password" ? "Usar um código do aplicativo" : "Usar a senha"}
          </Button>
        )}
        {Boolean(data?.passkeys.length) && passkeysWork() && (
          <Button
            variant="ghost"
            size="sm"
            className="-mt-2 -ml-2.5 justify-self-start"
            onClick={() => void prove(findOwnPasskey)}
          >
            Usar uma chave de acesso
          </Button>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>Cancelar</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={busy}>
            {busy ? "Confirmando..." : "Confirmar"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

async function findOwnPasskey(): Promise<StepUpProof> {
  const { challenge, options } = await body(api.POST("/api/auth/step-up/challenge"));
  const credential = (await findPasskey(options)) as PasskeyProof["credential"];
  return { passkey: { challenge, credential } };
}
