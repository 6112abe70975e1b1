import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { PasskeyProof, Session } from "@/api/types";
import { findPasskey } from "@/lib/passkeys";
import { isStaff, saveSession } from "@/lib/session";
import { endSession } from "./session";

export interface Credentials {
  email: string;
  password: string;
}

export const WRONG_CREDENTIALS = "Email ou senha incorretos.";

/** Starts a session for staff. Anybody else is told no more than that it didn't work. */
export async function signInStaff(credentials: Credentials): Promise<Session> {
  return keepStaff(await body(api.POST("/api/auth/login", { body: credentials })));
}

/** The same for whom the password alone doesn't let in. */
export async function finishSignIn(challenge: string, code: string): Promise<Session> {
  return keepStaff(await body(api.POST("/api/auth/login/second-factor", { body: { challenge, code } })));
}

/** By a passkey, alone or after the password. */
export async function signInByPasskey(
  challenge?: string,
  how?: Parameters<typeof findPasskey>[1],
): Promise<Session> {
  const call = api.POST("/api/auth/login/passkey/challenge", { body: challenge ? { challenge } : {} });
  const asked = await body(call);
  const credential = (await findPasskey(asked.options, how)) as PasskeyProof["credential"];
  const proof = { challenge: asked.challenge, credential };
  return keepStaff(await body(api.POST("/api/auth/login/passkey", { body: proof })));
}

async function keepStaff(session: Session): Promise<Session> {
  if (isStaff(session.user)) return session;
  saveSession(session);
  await endSession();
  throw new ApiError(401, "invalid_credentials", WRONG_CREDENTIALS);
}
