/**
 * Some calls need a fresh proof of who is acting. Whoever made the call never notices: somebody is asked for it, and
 * the call is made again.
 */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Says how a person is asked; the answer is whether they have proved who they are. */
export function onStepUpRequired(listener: Ask): () => void {
  ask = listener;
  return () => (ask = undefined);
}

export async function sendSteppedUp(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(request);
  if (!ask || !(await needsStepUp(response))) return response;
  // Calls refused at the same time are settled by one answer.
  asking ??= ask().finally(() => (asking = undefined));
  return (await asking) ? fetch(again) : response;
}

async function needsStepUp(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null && "code" in body && body.code === "step_up_required";
}
