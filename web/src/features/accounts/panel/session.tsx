/** The signed-in user, for the whole panel. */
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from "react";

import { ApiError } from "@/api/api-error";
import { api, body, onSessionLost } from "@/api/client";
import { hasRightsOf } from "@/api/rights";
import { clearSession, readSession, saveSession } from "@/api/session";
import type { Role, Session, User } from "@/api/types";
import { logFailure } from "@/features/accounts/core/log-failure";

type SessionState = { phase: "loading" } | { phase: "signed_out" } | { phase: "signed_in"; user: User };

interface SessionContext {
  state: SessionState;
  /** Stores a session that the server has just started. */
  signIn: (session: Session) => void;
  /** Ends the session, even if the server can't be reached. */
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
    const unmounted = new AbortController();
    const { signal } = unmounted;
    void restoreSession(signal).then((restored) => !signal.aborted && setState(restored));
    return () => unmounted.abort();
  }, []);
  useEffect(() => onSessionLost(() => setState(SIGNED_OUT)), []);
  useEffect(() => {
    // Users may sign out in another tab.
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

/** Returns whether the signed-in user may do everything that a role may do. */
export function useHasRightsOf(role: Role): boolean {
  const { state } = useSession();
  return state.phase === "signed_in" && hasRightsOf(state.user, role);
}

/** Returns whether an id is that of the signed-in user. */
export function useIsOwnAccount(id: string | undefined): boolean {
  const { state } = useSession();
  return state.phase === "signed_in" && state.user.id === id;
}

const TRIES = 3;
const RETRY_MS = 1000;

/**
 * Checks the stored session with the server, and clears it if the server refuses it. Other failures are retried, because the
 * page may be closing, which cancels its calls, or the server may be restarting behind a proxy. If all tries fail, returns
 * the stored user: the panel then shows that its own calls fail, and its next call finds out whether the session ended.
 */
async function restoreSession(signal: AbortSignal, tries = TRIES): Promise<SessionState> {
  const stored = readSession();
  if (!stored) return SIGNED_OUT;
  // Another tab may have signed out or in since the call was made.
  const isCurrent = () => readSession()?.token === stored.token;
  try {
    const user = await body(api.GET("/api/auth/me", { signal }));
    if (!isCurrent()) return await restoreSession(signal);
    saveSession({ ...stored, user });
    return { phase: "signed_in", user };
  } catch (error) {
    if (signal.aborted) return SIGNED_OUT;
    // A refused session was deleted from storage, but another tab may have stored a new one, which is checked now.
    if (readSession() && !isCurrent()) return restoreSession(signal);
    const isRefused = error instanceof ApiError && error.status === 401;
    if (!isRefused && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return restoreSession(signal, tries - 1);
    }
    logFailure("Erro ao verificar autenticação", error);
    if (!isRefused && readSession()) return { phase: "signed_in", user: stored.user };
    clearSession();
    return SIGNED_OUT;
  }
}

/** Ends the session, even if the server can't be reached. */
export async function endSession(): Promise<void> {
  try {
    await body(api.POST("/api/auth/logout"));
  } catch (error) {
    logFailure("Erro ao sair", error);
  } finally {
    clearSession();
  }
}
