import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { onStepUpRequired, sendSteppedUp } from "./step-up";

const server = vi.fn<(request: Request) => Promise<Response>>();
const call = () => new Request("http://localhost/api/x", { method: "PUT", body: "typed" });
const refusal = () => Response.json({ code: "step_up_required" }, { status: 403 });

let stop = () => {};
beforeEach(() => void vi.stubGlobal("fetch", server));
afterEach(() => {
  stop();
  server.mockReset();
  vi.unstubAllGlobals();
});

it("makes the call again, body and all, once somebody has proved who they are", async () => {
  stop = onStepUpRequired(() => Promise.resolve(true));
  server.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(new Response("done"));
  expect(await (await sendSteppedUp(call())).text()).toBe("done");
  expect(await server.mock.calls[1]?.[0].text()).toBe("typed");
});

it("hands the refusal over when they would rather not, or nobody can be asked", async () => {
  server.mockImplementation(() => Promise.resolve(refusal()));
  expect((await sendSteppedUp(call())).status).toBe(403);
  stop = onStepUpRequired(() => Promise.resolve(false));
  expect((await sendSteppedUp(call())).status).toBe(403);
  expect(server).toHaveBeenCalledTimes(2);
});

it("asks once for calls that are refused together", async () => {
  const asked = vi.fn(() => Promise.resolve(true));
  stop = onStepUpRequired(asked);
  server.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(refusal());
  server.mockImplementation(() => Promise.resolve(new Response("done")));
  const answers = await Promise.all([sendSteppedUp(call()), sendSteppedUp(call())]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("lets other refusals pass", async () => {
  const asked = vi.fn(() => Promise.resolve(true));
  stop = onStepUpRequired(asked);
  server.mockResolvedValueOnce(Response.json({ code: "forbidden" }, { status: 403 }));
  expect((await sendSteppedUp(call())).status).toBe(403);
  expect(asked).not.toHaveBeenCalled();
});
