/** Makes calls that may require a step-up. If one does, asks the user for it and repeats the call. */
import { type ReactNode, useState } from "react";

import { ApiError } from "@/api/api-error";
import type { AccountContent, LayoutLabels } from "@/api/types";
import type { Account } from "@/features/accounts/site/own-account/use-account";
import type { StepUpDialog } from "./step-up-dialog";

type Method = "POST" | "PUT" | "DELETE";
/** Makes a call, after a step-up if required. Rejects with the server's refusal if the user cancels the step-up. */
export type Send = <T>(method: Method, path: string, body?: object) => Promise<T>;

/** The open dialog; its code is loaded when it is needed. */
interface OpenDialog {
  Dialog: typeof StepUpDialog;
  onAnswer: (proved: boolean) => void;
}

export interface StepUpState {
  send: Send;
  /** The open dialog, to be rendered. */
  dialog: ReactNode;
}

export function useStepUp(content: AccountContent, labels: LayoutLabels, account: Account): StepUpState {
  const [open, setOpen] = useState<OpenDialog>();

  async function send<T>(method: Method, path: string, body?: object): Promise<T> {
    const { call } = await import("@/api/call");
    const make = () => call<T>(method, path, { body, fallback: labels.request_failed });
    try {
      return await make();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
      const { StepUpDialog: Dialog } = await import("./step-up-dialog");
      const proved = await new Promise<boolean>((onAnswer) => setOpen({ Dialog, onAnswer }));
      setOpen(undefined);
      if (!proved) throw error;
      return make();
    }
  }

  const dialog = open ? (
    <open.Dialog text={content.security.step_up} labels={labels} account={account} onAnswer={open.onAnswer} />
  ) : null;
  return { send, dialog };
}

/** Returns whether a call requires a step-up: it was not made yet, or the user has canceled it. */
export const needsStepUp = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "step_up_required";
