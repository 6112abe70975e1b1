import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { authHeaders, saveSession } from "@/api/session";
import { onSignInRequired, onStepUpRequired, send } from "./reauthentication";

const server = vi.fn<(request: Request) => Promise<Response>>();
const call = () => new Request("http://localhost/api/x", { method: "PUT", body: "typed" });
const refusal = () => Response.json({ code: "step_up_required" }, { status: 403 });

let stopListening = () => {};
beforeEach(() => void vi.stubGlobal("fetch", server));
afterEach(() => {
  stopListening();
  server.mockReset();
  vi.unstubAllGlobals();
});

it("call is repeated with its body after a step-up", async () => {
  stopListening = onStepUpRequired(() => Promise.resolve(true));
  server.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(new Response("done"));
  expect(await (await send(call())).text()).toBe("done");
  expect(await server.mock.calls[1]?.[0].text()).toBe("typed");
});

it("refusal is returned if the step-up is canceled or has no prompt", async () => {
  server.mockImplementation(() => Promise.resolve(refusal()));
  expect((await send(call())).status).toBe(403);
  stopListening = onStepUpRequired(() => Promise.resolve(false));
  expect((await send(call())).status).toBe(403);
  expect(server).toHaveBeenCalledTimes(2);
});

it("calls that are refused together ask for one step-up", async () => {
  const asked = vi.fn(() => Promise.resolve(true));
  stopListening = onStepUpRequired(asked);
  server.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(refusal());
  server.mockImplementation(() => Promise.resolve(new Response("done")));
  const answers = await Promise.all([send(call()), send(call())]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(asked).toHaveBeenCalledTimes(1);
});

it("refusal with another code doesn't ask for a step-up", async () => {
  const asked = vi.fn(() => Promise.resolve(true));
  stopListening = onStepUpRequired(asked);
  server.mockResolvedValueOnce(Response.json({ code: "forbidden" }, { status: 403 }));
  expect((await send(call())).status).toBe(403);
  expect(asked).not.toHaveBeenCalled();
});

const session = (token: string) => ({
  token,
  expires_at: "2030-01-01T00:00:00Z",
  user: {
    id: "1",
    email: "ana@exemplo.com",
    full_name: "Ana",
    role: "editor" as const,
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
});
const ended = () => Response.json({ code: "unauthenticated" }, { status: 401 });
const signedCall = () =>
  new Request("http://localhost/api/x", { method: "PUT", body: "typed", headers: authHeaders() });

it("call is repeated with the new session after a sign-in", async () => {
  saveSession(session("old"));
  stopListening = onSignInRequired(() => {
    saveSession(session("new"));
    return Promise.resolve(true);
  });
  server.mockResolvedValueOnce(ended()).mockResolvedValueOnce(new Response("done"));
  expect(await (await send(signedCall())).text()).toBe("done");
  const again = server.mock.calls[1]?.[0];
  expect(again?.headers.get("Authorization")).toBe("Bearer new");
  expect(await again?.text()).toBe("typed");
});

it("call with the new session asks for a step-up if it requires one", async () => {
  saveSession(session("old"));
  const stopSignIn = onSignInRequired(() => {
    saveSession(session("new"));
    return Promise.resolve(true);
  });
  const stopStepUp = onStepUpRequired(() => Promise.resolve(true));
  stopListening = () => [stopSignIn, stopStepUp].forEach((stop) => stop());
  server.mockResolvedValueOnce(ended()).mockResolvedValueOnce(refusal());
  server.mockResolvedValueOnce(new Response("done"));
  expect(await (await send(signedCall())).text()).toBe("done");
});

it.each(["invalid_credentials", "second_factor_required", "challenge_expired"])(
  "refusal of a sign-in with %s doesn't ask for another one",
  async (code) => {
    saveSession(session("old"));
    const asked = vi.fn(() => Promise.resolve(true));
    stopListening = onSignInRequired(asked);
    server.mockResolvedValueOnce(Response.json({ code }, { status: 401 }));
    expect((await send(signedCall())).status).toBe(401);
    expect(asked).not.toHaveBeenCalled();
  },
);

it("call without a session doesn't ask for a sign-in", async () => {
  const asked = vi.fn(() => Promise.resolve(true));
  stopListening = onSignInRequired(asked);
  server.mockResolvedValueOnce(ended());
  expect((await send(call())).status).toBe(401);
  expect(asked).not.toHaveBeenCalled();
});
