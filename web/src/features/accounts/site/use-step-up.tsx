/** Some calls need a fresh proof of who is acting: somebody is asked for it, and the call is made again. */
import { useState, type ReactNode } from "react";

import type { AccountContent, LayoutLabels } from "@/api/types";
import type { StepUpDialog } from "./step-up-dialog";
import type { Account } from "./use-account";

type Method = "POST" | "PUT" | "DELETE";
/** Makes a call, asking for a proof if need be. Whoever declines gets the server's refusal. */
export type Send = <T>(method: Method, path: string, body?: object) => Promise<T>;

/** Loaded when it is asked: most people never are. */
interface Question {
  Dialog: typeof StepUpDialog;
  onAnswer: (proved: boolean) => void;
}

export interface StepUp {
  send: Send;
  /** Where the question appears. */
  dialog: ReactNode;
}

export function useStepUp(content: AccountContent, labels: LayoutLabels, account: Account): StepUp {
  const [question, setQuestion] = useState<Question>();

  async function send<T>(method: Method, path: string, body?: object): Promise<T> {
    const { call } = await import("@/lib/http");
    const make = () => call<T>(method, path, { body, fallback: labels.request_failed });
    try {
      return await make();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
      const { StepUpDialog: Dialog } = await import("./step-up-dialog");
      const proved = await new Promise<boolean>((onAnswer) => setQuestion({ Dialog, onAnswer }));
      setQuestion(undefined);
      if (!proved) throw error;
      return make();
    }
  }

  const dialog = question ? (
    <question.Dialog
      text={content.security.step_up}
      labels={labels}
      account={account}
      onAnswer={question.onAnswer}
    />
  ) : null;
  return { send, dialog };
}

const needsStepUp = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "step_up_required";
