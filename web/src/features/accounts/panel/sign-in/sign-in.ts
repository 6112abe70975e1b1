import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { isStaff, saveSession } from "@/api/session";
import type { Credentials, Session } from "@/api/types";
import { answerChallenge, type FindOptions } from "@/features/accounts/core/passkeys";
import { endSession } from "@/features/accounts/panel/session";

const WRONG_CREDENTIALS = "Email ou senha incorretos.";
export const PASSKEY_CANCELED = "Nenhuma chave de acesso foi usada.";

/** Starts a session for staff. Other users get the error of a wrong password. */
export async function signInStaff(credentials: Credentials): Promise<Session> {
  return requireStaff(await body(api.POST("/api/auth/login", { body: credentials })));
}

/** Starts a session after the password, with a code as the second step. */
export async function finishSignIn(challenge: string, code: string): Promise<Session> {
  return requireStaff(await body(api.POST("/api/auth/login/second-factor", { body: { challenge, code } })));
}

/** Starts a session with a passkey: alone or, with a `challenge`, as the second step. */
export async function signInByPasskey(challenge?: string, how?: FindOptions): Promise<Session> {
  const ask = () =>
    body(api.POST("/api/auth/login/passkey/challenge", { body: challenge ? { challenge } : {} }));
  const proof = await answerChallenge(ask, PASSKEY_CANCELED, how);
  return requireStaff(await body(api.POST("/api/auth/login/passkey", { body: proof })));
}

/** Returns the session if the user is staff; otherwise ends it and throws the error of a wrong password. */
async function requireStaff(session: Session): Promise<Session> {
  if (isStaff(session.user)) return session;
  saveSession(session);
  await endSession();
  throw new ApiError(401, "invalid_credentials", WRONG_CREDENTIALS);
}
