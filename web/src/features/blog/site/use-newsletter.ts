/** Sends the newsletter's form without leaving the page. Without scripts, the browser posts the form. */
import { type SubmitEvent, useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import { call } from "@/api/call";
import type { LayoutLabels, NewsletterContent } from "@/api/types";
import { showToast } from "@/ui/toast";

/** Prefix of the names of the checkboxes for interests. */
const INTEREST_PREFIX = "assunto-";

interface Options {
  text: NewsletterContent;
  labels: LayoutLabels;
  error: string | undefined;
}

export function useNewsletter({ text, labels, error: initialError }: Options) {
  const [error, setError] = useState(initialError);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);

  async function send(form: HTMLFormElement, email: string) {
    setBusy(true);
    try {
      const fields = new FormData(form);
      const website = fields.get("website");
      const chosen = [...fields.keys()].filter((name) => name.startsWith(INTEREST_PREFIX));
      const interests = chosen.map((name) => name.slice(INTEREST_PREFIX.length));
      await call("POST", "/api/newsletter/subscriptions", {
        body: { email, website, interests },
        fallback: labels.request_failed,
        unanswered: text.failed_text,
      });
      setDone(true);
    } catch (cause) {
      const refused = cause instanceof ApiError ? cause.fields["email"] : undefined;
      if (refused) setError(refused);
      const description = messageOf(cause);
      void showToast({ kind: "error", title: text.failed_title, description }, labels);
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    // The browser sent the form before this script started.
    if (form.dataset["sent"]) return;
    event.preventDefault();
    if (isBusy) return;
    const email = readEmail(form);
    const emailError = checkEmail(email, text);
    setError(emailError);
    if (!emailError) void send(form, email);
    else form.querySelector<HTMLElement>("[name=email]")?.focus();
  }

  return { error, isBusy, isDone, onSubmit };
}

/** Returns the error of an email address; undefined if it is valid. */
function checkEmail(email: string, text: NewsletterContent): string | undefined {
  if (!email) return text.email_missing;
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? undefined : text.email_invalid;
}

function readEmail(form: HTMLFormElement): string {
  const email = new FormData(form).get("email");
  return typeof email === "string" ? email.trim() : "";
}
