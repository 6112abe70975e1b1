/** What the sign-in and sign-up forms share: going on with the new session. */
import type { LayoutLabels, Session } from "@/api/types";
import type { HttpError } from "@/lib/http";
import { leaveNotice, type Notice } from "@/lib/notice";
import { isStaff, saveSession } from "@/lib/session";
import { nextPath } from "./next-path";
import { useForm, type Values } from "./use-form";

interface Options {
  path: "/api/auth/login" | "/api/auth/login/second-factor" | "/api/auth/register";
  /** Sent along with what was typed. */
  extra?: Values;
  check: (values: Values) => Values;
  done: Notice;
  failed: { title: string; text: string };
  labels: LayoutLabels;
  /** The server wants something else before there is a session. Says whether that has been seen to. */
  onRefused?: (refusal: Partial<HttpError>) => boolean;
}

/** On to where the person was going, with the new session. */
export function goOn(session: Session, done: Notice): void {
  saveSession(session);
  leaveNotice(done);
  location.assign(nextPath(location.search, location.origin, isStaff(session.user)));
}

export function useAccountForm({ path, extra, check, done, failed, labels, onRefused }: Options) {
  async function send(values: Values) {
    const { call } = await import("@/lib/http");
    try {
      const body = { ...values, ...extra };
      goOn(await call<Session>("POST", path, { body, fallback: labels.request_failed }), done);
    } catch (error) {
      // A password that leads to the second step is no failure.
      if (!(error as Partial<HttpError>).challenge) reportFailure(FAILURES[path], error);
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

/** Whoever helps over the phone asks what the console says. */
export function reportFailure(what: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the error catalog asks for it
  console.error(what, error);
}
