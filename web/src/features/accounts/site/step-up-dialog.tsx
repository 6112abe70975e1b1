/** Asks whoever is signed in to show once more that it is them. */
import { useEffect, useRef, useState, type SubmitEvent } from "react";

import type { LayoutLabels, PasskeyChallenge, StepUpText } from "@/api/types";
import { Failure, reasonOf } from "@/lib/failure";
import type { HttpError } from "@/lib/http";
import { passkeysWork } from "@/lib/passkeys-work";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import type { Account } from "./use-account";

interface StepUpDialogProps {
  text: StepUpText;
  labels: LayoutLabels;
  account: Account;
  onAnswer: (proved: boolean) => void;
}

type Proof = "password" | "code";

const link = "text-accent min-h-6 justify-self-start font-semibold underline-offset-4 hover:underline";

export function StepUpDialog({ text, labels, account, onAnswer }: StepUpDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [proof, setProof] = useState<Proof>("password");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const works = passkeysWork();
  const byPassword = proof === "password";
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Gives the focus back to where it was.
    return () => element?.close();
  }, []);
  useEffect(() => dialog.current?.querySelector<HTMLElement>("#step-up")?.focus(), [proof]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem(proof) as HTMLInputElement;
    if (!field.value) {
      setError(byPassword ? text.password_missing : text.code_missing);
      field.focus();
      return;
    }
    await prove(() => Promise.resolve({ [proof]: field.value }));
    field.select();
  }

  async function prove(find: () => Promise<object>) {
    if (busy) return;
    setBusy(true);
    try {
      const { call } = await import("@/lib/http");
      const options = { body: await find(), fallback: labels.request_failed };
      await call("POST", "/api/auth/step-up", options);
      onAnswer(true);
    } catch (cause) {
      setBusy(false);
      const { fields = {} } = cause as Partial<HttpError>;
      setError(Object.values(fields)[0] ?? reasonOf(cause));
    }
  }

  async function findOwnPasskey() {
    const [{ findPasskey, isCanceled }, { call }] = await Promise.all([
      import("@/lib/passkeys"),
      import("@/lib/http"),
    ]);
    const { request_failed: fallback } = labels;
    const asked = await call<PasskeyChallenge>("POST", "/api/auth/step-up/challenge", { fallback });
    const credential = await findPasskey(asked.options).catch((cause: unknown) => {
      throw isCanceled(cause) ? new Failure(text.passkey_canceled) : cause;
    });
    return { passkey: { challenge: asked.challenge, credential } };
  }

  function swap() {
    setError("");
    setProof(byPassword ? "code" : "password");
  }

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
      <form
        method="post"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => void submit(event)}
        className="mt-5 grid gap-5"
      >
        {/* Tells password managers whose password is asked for. Chrome expects it to be as new as the password field. */}
        <input
          key={`${proof}-user`}
          type="email"
          autoComplete="username"
          value={account.profile.email}
          readOnly
          hidden
        />
        <TextField
          key={proof}
          id="step-up"
          name={proof}
          type={byPassword ? "password" : "text"}
          label={byPassword ? text.password : text.code}
          error={error}
          inputMode={byPassword ? "text" : "numeric"}
          autoComplete={byPassword ? "current-password" : "one-time-code"}
          maxLength={128}
          required
        />
        {account.factor.totp_since ? (
          <button type="button" onClick={swap} className={link}>
            {byPassword ? text.use_code : text.use_password}
          </button>
        ) : null}
        {works && account.factor.passkeys.length > 0 ? (
          <button type="button" onClick={() => void prove(findOwnPasskey)} className={link}>
            {text.use_passkey}
          </button>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <button type="submit" aria-disabled={busy} className={button({ size: "small" })}>
            {busy ? text.busy : text.submit}
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
    </dialog>
  );
}
