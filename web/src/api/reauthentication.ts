/**
 * Some calls are refused until somebody proves who is acting: for what needs a fresh proof, and once a session has ended.
 * Whoever made the call never notices: somebody is asked, and the call is made again.
 */
import { authHeaders } from "@/lib/session";

/** Whether they have proved who they are. */
type Answer = Promise<boolean>;

class Question {
  #ask: ((request: Request) => Answer) | undefined;
  #asking: Answer | undefined;

  /** Says how a person is asked. */
  listen = (ask: (request: Request) => Answer): (() => void) => {
    this.#ask = ask;
    return () => (this.#ask = undefined);
  };

  /** Calls refused at the same time are settled by one answer. */
  put(request: Request): Answer {
    this.#asking ??= this.#ask?.(request).finally(() => (this.#asking = undefined));
    return this.#asking ?? Promise.resolve(false);
  }
}

const step_up = new Question();
const sign_in = new Question();

export const onStepUpRequired = step_up.listen;
export const onSignInRequired = sign_in.listen;

export async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  const question = await questionOf(response, request);
  if (!question || !(await question.put(again))) return response;
  for (const [name, value] of Object.entries(authHeaders())) again.headers.set(name, value);
  // A session that has just begun may have to be proved for this call, too.
  return question === sign_in ? send(again) : fetch(again);
}

async function questionOf(response: Response, request: Request): Promise<Question | null> {
  const { status } = response;
  if (status !== 401 && status !== 403) return null;
  const code = await codeOf(response.clone());
  if (status === 403) return code === "step_up_required" ? step_up : null;
  // Of a sign-in itself, which says that the password was wrong.
  if (code === "invalid_credentials") return null;
  return request.headers.has("Authorization") ? sign_in : null;
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
}
