/** Uses the link without leaving the page. Without scripts, the browser posts the form and shows the answer. */
import { useState, type SubmitEvent } from "react";

import type { LayoutLabels, NewsletterLinkView } from "@/api/types";
import { ApiError, messageOf } from "@/api/api-error";
import { showToast } from "@/ui/toast";

const CALLS = {
  confirm: "/api/newsletter/subscriptions/confirm",
  unsubscribe: "/api/newsletter/subscriptions/unsubscribe",
};

export function useLink({ action, state: first, text }: NewsletterLinkView, labels: LayoutLabels) {
  const [state, setState] = useState(first);
  const [busy, setBusy] = useState(false);

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
  function settle(outcome: typeof first) {
    history.replaceState(history.state, "", location.pathname);
    setState(outcome);
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!busy) void send();
  }

  return { state, busy, onSubmit };
}

const isLinkInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === "link_invalid";
