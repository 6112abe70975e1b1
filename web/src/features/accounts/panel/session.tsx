/** Who is signed in, for the whole panel. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";

import { ApiError } from "@/api/api-error";
import { body, api, onSessionLost } from "@/api/client";
import type { Session, User } from "@/api/types";
import { clearSession, readSession, saveSession } from "@/lib/session";

type SessionState = { phase: "loading" } | { phase: "signed_out" } | { phase: "signed_in"; user: User };

interface SessionContext {
  state: SessionState;
  /** Takes over a session that the server has just started. */
  signIn: (session: Session) => void;
  /** Ends the session here, whether or not the server can be told. */
  signOut: () => Promise<void>;
}

const Context = createContext<SessionContext | null>(null);
const SIGNED_OUT: SessionState = { phase: "signed_out" };

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>(() => (readSession() ? { phase: "loading" } : SIGNED_OUT));
  const signIn = useCallback((session: Session) => {
    saveSession(session);
    setState({ phase: "signed_in", user: session.user });
  }, []);
  const signOut = useCallback(async () => {
    await endSession();
    setState(SIGNED_OUT);
  }, []);

  useEffect(() => {
    if (!readSession()) return;
    const asked = new AbortController();
    void restoreSession(asked.signal).then((found) => !asked.signal.aborted && setState(found));
    return () => asked.abort();
  }, []);
  useEffect(() => onSessionLost(() => setState(SIGNED_OUT)), []);
  useEffect(() => {
    // Signed out in another tab.
    const check = () => !readSession() && setState(SIGNED_OUT);
    window.addEventListener("storage", check);
    return () => window.removeEventListener("storage", check);
  }, []);

  const value = useMemo(() => ({ state, signIn, signOut }), [state, signIn, signOut]);
  return <Context value={value}>{children}</Context>;
}

export function useSession(): SessionContext {
  const context = use(Context);
  if (!context) throw new Error("useSession must be used within a SessionProvider");
  return context;
}

const TRIES = 3;
const PAUSE_MS = 1000;

/**
 * Asks the server whether what is stored still holds. A call that nobody answers says nothing yet: the page may be on
 * its way out, which cancels its calls, or the server starting again.
 */
async function restoreSession(signal: AbortSignal, tries = TRIES): Promise<SessionState> {
  const stored = readSession();
  if (!stored) return SIGNED_OUT;
  // Whoever has signed out or in again meanwhile, in another tab, is not concerned by an answer about before.
  const isStill = () => readSession()?.token === stored.token;
  try {
    const user = await body(api.GET("/api/auth/me", { signal }));
    if (!isStill()) return await restoreSession(signal);
    saveSession({ ...stored, user });
    return { phase: "signed_in", user };
  } catch (error) {
    if (signal.aborted) return SIGNED_OUT;
    if (readSession() && !isStill()) return restoreSession(signal);
    // Without a whole answer: the page may be left while its body arrives.
    const isAnswered = error instanceof ApiError && error.status !== 0;
    if (!isAnswered && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return restoreSession(signal, tries - 1);
    }
    report("Erro ao verificar autenticação", error);
    clearSession();
    return SIGNED_OUT;
  }
}

export async function endSession(): Promise<void> {
  try {
    await body(api.POST("/api/auth/logout"));
  } catch (error) {
    report("Erro ao sair", error);
  } finally {
    clearSession();
  }
}

/** Whoever helps over the phone asks what the console says. */
export function report(message: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the specification has these failures logged
  console.error(message, error);
}
