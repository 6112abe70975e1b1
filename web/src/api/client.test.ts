import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { readSession, saveSession } from "@/api/session";
import { ApiError } from "./api-error";
import { api, body, onSessionLost } from "./client";
import type { Session } from "./types";

const session: Session = {
  token: "marker",
  user: {
    id: "0190",
    email: "ana@exemplo.com.br",
    full_name: "Ana",
    role: "admin",
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
  expires_at: "2026-01-02T00:00:00Z",
};

const server = vi.fn<(request: Request) => Promise<Response>>();
let stopListening: () => void;
const lost = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal("fetch", server);
  localStorage.clear();
  stopListening = onSessionLost(lost);
});

afterEach(() => {
  stopListening();
  server.mockReset();
  lost.mockReset();
  vi.unstubAllGlobals();
});

async function failure(answer: Response): Promise<ApiError> {
  server.mockResolvedValueOnce(answer);
  const error: unknown = await body(api.GET("/api/auth/me")).catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error("the call did not fail with an ApiError");
  return error;
}

describe("failed call", () => {
  it("has the server's message, code and fields", async () => {
    const error = await failure(
      Response.json(
        { message: "Verifique.", code: "invalid_fields", fields: { email: "Inválido" } },
        { status: 422 },
      ),
    );
    expect(error).toMatchObject({ status: 422, code: "invalid_fields", message: "Verifique." });
    expect(error.fields).toEqual({ email: "Inválido" });
  });

  it("has the message 'Erro na requisição' if the body is not JSON", async () => {
    expect((await failure(new Response("<h1>Bad Gateway</h1>", { status: 502 }))).message).toBe(
      "Erro na requisição",
    );
  });

  it("names the status if the message is empty", async () => {
    expect((await failure(Response.json({ message: "" }, { status: 503 }))).message).toBe("HTTP 503");
    expect((await failure(Response.json(["odd"], { status: 500 }))).message).toBe("HTTP 500");
  });

  it("reports the server as unreachable if it does not answer", async () => {
    server.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(body(api.GET("/api/auth/me"))).rejects.toMatchObject({
      status: 0,
      message: "Erro ao conectar com o servidor",
    });
  });
});

describe("session", () => {
  it("is sent with each call", async () => {
    saveSession(session);
    server.mockResolvedValueOnce(Response.json(session.user));
    expect(await body(api.GET("/api/auth/me"))).toEqual(session.user);
    const sent = server.mock.calls[0]?.[0];
    expect(sent?.headers.get("Authorization")).toBe("Bearer marker");
    expect(sent?.headers.get("X-Session-Transport")).toBe("cookie");
  });

  it("is cleared when the server refuses it", async () => {
    saveSession(session);
    await failure(Response.json({ message: "Entre", code: "unauthenticated" }, { status: 401 }));
    expect(readSession()).toBeNull();
    expect(lost).toHaveBeenCalledOnce();
  });

  it.each(["invalid_credentials", "second_factor_required", "challenge_expired"])(
    "is not cleared by the refusal of a sign-in with %s",
    async (code) => {
      saveSession(session);
      await failure(Response.json({ message: "Não", code }, { status: 401 }));
      expect(readSession()?.token).toBe("marker");
      expect(lost).not.toHaveBeenCalled();
    },
  );

  it("is not cleared by the answer to an earlier session", async () => {
    saveSession(session);
    server.mockImplementationOnce(() => {
      saveSession({ ...session, token: "newer" });
      return Promise.resolve(Response.json({ message: "Entre", code: "unauthenticated" }, { status: 401 }));
    });
    await body(api.GET("/api/auth/me")).catch(() => undefined);
    expect(readSession()?.token).toBe("newer");
    expect(lost).not.toHaveBeenCalled();
  });
});
