/** Signing in with a passkey, on a button or from among what the browser fills in. */
import { useEffect, useRef, useState } from "react";

import type { LayoutLabels, PasskeyChallenge, Session, SignInText } from "@/api/types";
import { Failure, reasonOf } from "@/lib/failure";
import type { HttpError } from "@/lib/http";
import { passkeysWork } from "@/lib/passkeys-work";
import type { StandingQuestion } from "@/lib/conditional-passkey";
import { showToast } from "@/ui/toast";
import { goOn, reportFailure } from "./use-account-form";

interface Options {
  text: SignInText;
  labels: LayoutLabels;
  /** From the password, when it was given first. */
  challenge?: string;
  /** Waits for a passkey to be picked in the form, too. */
  autofill?: boolean;
}

export function usePasskeySignIn({ text, labels, challenge, autofill = false }: Options) {
  // Not before the browser has said so: without scripts the button would be dead.
  const [works, setWorks] = useState(false);
  const [busy, setBusy] = useState(false);
  const waiting = useRef<StandingQuestion>(undefined);
  const words = text.passkey;

  async function signIn(how: { autofill?: boolean; signal?: AbortSignal } = {}) {
    const { request_failed: fallback } = labels;
    const body = challenge ? { challenge } : {};
    const canceled = new Failure(words.canceled);
    try {
      const [{ findPasskey, isCanceled }, { call }] = await Promise.all([
        import("@/lib/passkeys"),
        import("@/lib/http"),
      ]);
      const path = "/api/auth/login/passkey";
      const asked = await call<PasskeyChallenge>("POST", `${path}/challenge`, { body, fallback });
      const credential = await findPasskey(asked.options, how).catch((error: unknown) => {
        throw isCanceled(error) ? canceled : error;
      });
      const answer = { challenge: asked.challenge, credential };
      const session = await call<Session>("POST", path, { body: answer, fallback });
      goOn(session, { title: text.done_title, description: text.done_text });
    } catch (error) {
      setBusy(false);
      // Nobody asked for what waited in the form.
      if (how.autofill && !isRefusal(error)) return;
      if (error !== canceled) reportFailure("Erro no login", error);
      const { fields } = error as Partial<HttpError>;
      const description = fields?.["passkey"] ?? reasonOf(error);
      void showToast({ kind: "error", title: words.failed_title, description }, labels);
      waiting.current?.put();
    }
  }

  async function start() {
    if (busy) return;
    setBusy(true);
    waiting.current?.withdraw();
    await signIn();
  }

  async function prepare(left: AbortSignal) {
    setWorks(passkeysWork());
    if (!autofill) return;
    const [{ canAutofill }, { StandingQuestion }] = await Promise.all([
      import("@/lib/passkeys"),
      import("@/lib/conditional-passkey"),
    ]);
    if (!(await canAutofill()) || left.aborted) return;
    const question = new StandingQuestion((signal) => signIn({ autofill: true, signal }));
    waiting.current = question;
    left.addEventListener("abort", () => question.withdraw());
    question.put();
  }

  useEffect(() => {
    const left = new AbortController();
    void prepare(left.signal);
    return () => left.abort();
    // As long as the form is there, and shown.
  }, [autofill]);
  return { works, busy, start };
}

const isRefusal = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "status" in error && error.status === 422;
