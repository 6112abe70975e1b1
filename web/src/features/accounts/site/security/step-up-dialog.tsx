/** Dialog of a step-up: asks for the password, a code or a passkey. */
import { type SubmitEvent, useEffect, useRef } from "react";

import { REGISTRATION_PASSWORD } from "@/api/limits";
import type { LayoutLabels, PasskeyChallenge, PasskeyProof, StepUpText } from "@/api/types";
import { supportsPasskeys } from "@/features/accounts/core/passkey-support";
import { useStepUpProof } from "@/features/accounts/core/use-step-up-proof";
import type { Account } from "@/features/accounts/site/own-account/use-account";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";

interface StepUpDialogProps {
  text: StepUpText;
  labels: LayoutLabels;
  account: Account;
  onAnswer: (proved: boolean) => void;
}

const link = "text-accent min-h-6 justify-self-start font-semibold underline-offset-4 hover:underline";

export function StepUpDialog(props: StepUpDialogProps) {
  const { text, onAnswer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Restores the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="step-up-titulo"
      onCancel={() => onAnswer(false)}
      className="border-line bg-surface text-ink backdrop:bg-night/60 m-auto w-full max-w-md rounded-lg border p-6"
    >
      <h2 id="step-up-titulo" className="text-xl font-bold tracking-tight">
        {text.title}
      </h2>
      <p className="text-muted mt-2 text-pretty">{text.lead}</p>
      <ProofForm {...props} />
    </dialog>
  );
}

function ProofForm({ text, labels, account, onAnswer }: StepUpDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const { kind, error, isBusy, proveWith, proveWithPasskey, switchKind } = useStepUpProof({
    send: async (proof) => {
      const { call } = await import("@/api/call");
      await call("POST", "/api/auth/step-up", { body: proof, fallback: labels.request_failed });
    },
    findPasskey: () => findOwnPasskey(text, labels),
    missing: { password: text.password_missing, code: text.code_missing },
    onProved: () => onAnswer(true),
  });
  useEffect(() => form.current?.querySelector<HTMLElement>("#step-up")?.focus(), [kind]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem(kind) as HTMLInputElement;
    if (!field.value) field.focus();
    await proveWith(field.value);
    field.select();
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => void submit(event)}
      className="mt-5 grid gap-5"
    >
      <ProofFields text={text} email={account.profile.email} kind={kind} error={error} />
      {account.factor.totp_since ? (
        <button type="button" onClick={switchKind} className={link}>
          {kind === "password" ? text.use_code : text.use_password}
        </button>
      ) : null}
      {supportsPasskeys() && account.factor.passkeys.length > 0 ? (
        <button type="button" onClick={() => void proveWithPasskey()} className={link}>
          {text.use_passkey}
        </button>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isBusy} className={button({ size: "small" })}>
          {isBusy ? text.busy : text.submit}
        </button>
        <button
          type="button"
          onClick={() => onAnswer(false)}
          className={button({ look: "quiet", size: "small" })}
        >
          {text.cancel}
        </button>
      </div>
    </form>
  );
}

interface ProofFieldsProps {
  text: StepUpText;
  email: string;
  kind: "password" | "code";
  error: string;
}

function ProofFields({ text, email, kind, error }: ProofFieldsProps) {
  const byPassword = kind === "password";
  return (
    <>
      {/* Names the account for password managers. Its key recreates it with the password field, as Chrome expects. */}
      <input key={`${kind}-user`} type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        key={kind}
        id="step-up"
        name={kind}
        type={byPassword ? "password" : "text"}
        label={byPassword ? text.password : text.code}
        error={error}
        inputMode={byPassword ? "text" : "numeric"}
        autoComplete={byPassword ? "current-password" : "one-time-code"}
        maxLength={REGISTRATION_PASSWORD}
        required
      />
    </>
  );
}

async function findOwnPasskey(text: StepUpText, labels: LayoutLabels): Promise<PasskeyProof> {
  const [{ answerChallenge }, { call }] = await Promise.all([
    import("@/features/accounts/core/passkeys"),
    import("@/api/call"),
  ]);
  const options = { fallback: labels.request_failed };
  const ask = () => call<PasskeyChallenge>("POST", "/api/auth/step-up/challenge", options);
  return answerChallenge(ask, text.passkey_canceled);
}
