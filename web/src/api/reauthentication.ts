/**
 * Repeats calls that the server refuses until users prove who they are: actions that require a step-up, and calls after
 * the session has ended. The caller only sees the final answer.
 */
import { authHeaders } from "@/api/session";

/** Code of a call that the server refuses because it requires a session. */
export const SESSION_ENDED = "unauthenticated";

/** Code of a call that the server refuses until the user confirms the identity again. */
export const STEP_UP_REQUIRED = "step_up_required";

/** Asks the user for a proof. Resolves to whether it was accepted. */
type Prompt = (request: Request) => Promise<boolean>;

class Reauthentication {
  #prompt: Prompt | undefined;
  #pending: Promise<boolean> | undefined;

  /** Sets the prompt; returns the function that removes it. */
  listen = (prompt: Prompt): (() => void) => {
    this.#prompt = prompt;
    return () => (this.#prompt = undefined);
  };

  /** Asks once for all calls that are refused at the same time. Resolves to false without a prompt. */
  ask(request: Request): Promise<boolean> {
    this.#pending ??= this.#prompt?.(request).finally(() => (this.#pending = undefined));
    return this.#pending ?? Promise.resolve(false);
  }
}

const stepUp = new Reauthentication();
const signIn = new Reauthentication();

export const onStepUpRequired = stepUp.listen;
export const onSignInRequired = signIn.listen;

/** Sends a request. If the server requires a reauthentication, asks the user for it and sends the request again. */
export async function send(request: Request): Promise<Response> {
  const retry = request.clone();
  const response = await fetch(request);
  const reauthentication = await requiredBy(response, request);
  if (!reauthentication || !(await reauthentication.ask(retry))) return response;
  for (const [name, value] of Object.entries(authHeaders())) retry.headers.set(name, value);
  // The call with the new session may still require a step-up.
  return reauthentication === signIn ? send(retry) : fetch(retry);
}

/** Returns the reauthentication that a refused call requires; null for other answers. */
async function requiredBy(response: Response, request: Request): Promise<Reauthentication | null> {
  const { status } = response;
  if (status !== 401 && status !== 403) return null;
  const code = await readCode(response.clone());
  if (status === 403) return code === STEP_UP_REQUIRED ? stepUp : null;
  // Other refusals are about the password or the code of a sign-in.
  return code === SESSION_ENDED && request.headers.has("Authorization") ? signIn : null;
}

async function readCode(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
}
