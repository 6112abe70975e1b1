import type { Session, User } from "../../api/types";
import { call } from "../../kit/http";
import { clearSession, readSession, saveSession } from "../../kit/session";

/** Asks the server whether the session the browser kept still holds, and forgets it if not. */
export async function checkSession(session: Session): Promise<void> {
  const left = new AbortController();
  addEventListener("pagehide", () => left.abort(), { once: true });
  try {
    const user = await call<User>("GET", "/api/auth/me", { fallback: "" });
    if (isStill(session)) saveSession({ ...session, user });
  } catch (error) {
    // A page that is being left cancels its own calls.
    if (left.signal.aborted || !isStill(session)) return;
    // eslint-disable-next-line no-console -- the error catalogue asks for it
    console.error("Erro ao verificar autenticação", error);
    clearSession();
  }
}

/** Whoever has signed out or in again meanwhile, here or in another tab, is not concerned by an answer about before. */
const isStill = ({ token }: Session): boolean => readSession()?.token === token;
