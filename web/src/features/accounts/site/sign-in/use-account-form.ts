/** Sends the sign-in and sign-up forms, and continues with the new session. */
import { type ApiError, Failure } from "@/api/api-error";
import { clearSession, isStaff, readSession, saveSession } from "@/api/session";
import type { LayoutLabels, Session } from "@/api/types";
import { logFailure } from "@/features/accounts/core/log-failure";
import { nextPath } from "@/features/accounts/core/next-path";
import { useForm, type Values } from "@/features/accounts/site/use-form";
import { leaveNotice, type Notice } from "@/lib/notice";

interface Options {
  path: "/api/auth/login" | "/api/auth/login/second-factor" | "/api/auth/register";
  /** Sent with the form's values. */
  extra?: Values;
  check: (values: Values) => Values;
  done: Notice;
  /** Title of the message about a failure, and its text if the server never answers. */
  failed: { title: string; text: string };
  labels: LayoutLabels;
  /** Called with a refusal. Returns true if it was handled, so that its reason isn't shown. */
  onRefused?: (refusal: ApiError) => boolean;
}

const BLOCKED =
  "Este navegador bloqueia cookies ou dados deste site, necessários para entrar. Permita-os nas configurações e tente de novo.";

/** Stores the new session and opens the page that the user had requested. Throws if the browser doesn't store sessions. */
export function continueWithSession(session: Session, done: Notice): void {
  saveSession(session);
  if (!navigator.cookieEnabled || !readSession()) {
    clearSession();
    throw new Failure(BLOCKED);
  }
  leaveNotice(done);
  location.assign(nextPath(location.search, location.origin, isStaff(session.user)));
}

export function useAccountForm({ path, extra, check, done, failed, labels, onRefused }: Options) {
  async function send(values: Values) {
    const { call } = await import("@/api/call");
    try {
      const options = {
        body: { ...values, ...extra },
        fallback: labels.request_failed,
        unanswered: failed.text,
      };
      continueWithSession(await call<Session>("POST", path, options), done);
    } catch (error) {
      // A password that leads to the second step is not a failure.
      if (!(error as Partial<ApiError>).challenge) logFailure(FAILURES[path], error);
      throw error;
    }
  }
  return useForm({ check, send, failed, leaves: true, labels, onRefused });
}

const FAILURES = {
  "/api/auth/login": "Erro no login",
  "/api/auth/login/second-factor": "Erro no login",
  "/api/auth/register": "Erro ao criar conta",
} as const satisfies Record<Options["path"], string>;
