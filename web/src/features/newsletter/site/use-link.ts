/** Confirms or cancels the subscription without leaving the page. Without scripts, the browser posts the form instead. */
import { type SubmitEvent, useState } from "react";

import { isLinkInvalid, messageOf } from "@/api/api-error";
import type { LayoutLabels, NewsletterLinkView } from "@/api/types";
import { showToast } from "@/ui/toast";

const CALLS = {
  confirm: "/api/newsletter/subscriptions/confirm",
  unsubscribe: "/api/newsletter/subscriptions/unsubscribe",
};

export function useLink({ action, state: initialState, text }: NewsletterLinkView, labels: LayoutLabels) {
  const [state, setState] = useState(initialState);
  const [isBusy, setBusy] = useState(false);

  async function send() {
    setBusy(true);
    try {
      const { call } = await import("@/api/call");
      const token = new URLSearchParams(location.search).get("token") ?? "";
      await call("POST", CALLS[action], { body: { token }, fallback: labels.request_failed });
      settle("done");
    } catch (error) {
      if (isLinkInvalid(error)) {
        settle("invalid");
        return;
      }
      const description = messageOf(error);
      void showToast({ kind: "error", title: text.failed_title, description }, labels);
    } finally {
      setBusy(false);
    }
  }

  /** Shows the outcome, and removes the used token from the address and the history. */
  function settle(outcome: typeof initialState) {
    history.replaceState(history.state, "", location.pathname);
    setState(outcome);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) void send();
  }

  return { state, isBusy, onSubmit };
}
