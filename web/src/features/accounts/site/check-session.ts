import type { Session, User } from "@/api/types";
import { call, HttpError } from "@/lib/http";
import { clearSession, readSession, saveSession } from "@/lib/session";

/** Asks the server whether the session the browser kept still holds, and forgets it if not. */
export async function checkSession(session: Session): Promise<void> {
  try {
    const user = await call<User>("GET", "/api/auth/me", { fallback: "" });
    if (isStill(session)) saveSession({ ...session, user });
  } catch (error) {
    if (!isStill(session)) return;
    // eslint-disable-next-line no-console -- the error catalog asks for it
    console.error("Erro ao verificar autenticação", error);
    // Without an answer nothing is known: the server may be restarting, or the page being left.
    if (error instanceof HttpError && error.status !== 0) clearSession();
  }
}

/** Whoever has signed out or in again meanwhile, here or in another tab, is not concerned by an answer about before. */
const isStill = ({ token }: Session): boolean => readSession()?.token === token;
