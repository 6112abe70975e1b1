import { beforeEach, expect, it, vi } from "vitest";

import { sendContact } from "./send-contact";

const values = {
  name: "Ana",
  company: "ACME",
  email: "a@acme.com",
  phone: "(11) 3333-4444",
  service: "",
  message: "Oi",
};
const request = { values, website: "", fallback: "Erro na requisição" };

const server = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const sent = (call: number) => server.mock.calls[call]?.[1];
const key = (call: number) => new Headers(sent(call)?.headers).get("Idempotency-Key");
const answer = (status: number, body: unknown) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  sessionStorage.clear();
  server.mockReset();
  vi.stubGlobal("fetch", server);
});

it("repeated attempt sends the same body and idempotency key until it succeeds", async () => {
  server.mockImplementationOnce(() => Promise.reject(new TypeError("offline")));
  server.mockImplementation(() => answer(201, { id: "1" }));
  await expect(sendContact({ ...request, elapsed_ms: 4000 })).rejects.toMatchObject({
    status: 0,
    message: "",
  });
  await sendContact({ ...request, elapsed_ms: 9000 });
  expect(sent(1)?.body).toBe(sent(0)?.body);
  expect(key(1)).toBe(key(0));
  await sendContact({ ...request, elapsed_ms: 9000 });
  expect(key(2)).not.toBe(key(0));
});

it("attempt is repeated after a reload of the page, without a readable copy of its content", async () => {
  server.mockImplementationOnce(() => Promise.reject(new TypeError("offline")));
  server.mockImplementation(() => answer(201, { id: "1" }));
  await expect(sendContact({ ...request, elapsed_ms: 4000 })).rejects.toThrow();
  expect(sessionStorage.getItem("contact_draft")).not.toMatch(/Ana|acme/);
  vi.resetModules();
  const reloaded = await import("./send-contact");
  await reloaded.sendContact({ ...request, elapsed_ms: undefined });
  expect(sent(1)?.body).toBe(sent(0)?.body);
  expect(key(1)).toBe(key(0));
  expect(sessionStorage.getItem("contact_draft")).toBeNull();
});

it("failure without a connection says that the input is still there", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  server.mockImplementation(() => Promise.reject(new TypeError("offline")));
  await expect(sendContact({ ...request, elapsed_ms: 1 })).rejects.toThrow(
    "Sem conexão com a internet. O que você digitou continua aqui",
  );
  vi.restoreAllMocks();
});

it("changed content is sent with another idempotency key", async () => {
  server.mockImplementation(() =>
    answer(422, { message: "Confira os campos.", code: "validation", fields: { name: "?" } }),
  );
  await expect(sendContact({ ...request, elapsed_ms: 1 })).rejects.toMatchObject({ fields: { name: "?" } });
  await expect(
    sendContact({ ...request, values: { ...values, name: "Bia" }, elapsed_ms: 1 }),
  ).rejects.toThrow("Confira os campos.");
  expect(key(1)).not.toBe(key(0));
});

it("source of the visit is sent and doesn't replace fields of the form", async () => {
  server.mockImplementation(() => answer(201, { id: "1" }));
  sessionStorage.setItem("visit_source", JSON.stringify({ source_page: "/blog", name: "Outra" }));
  await sendContact({ ...request, elapsed_ms: 4000 });
  expect(JSON.parse(sent(0)?.body as string)).toMatchObject({ source_page: "/blog", name: "Ana" });
});

it("idempotency key is created on insecure connections, too", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  server.mockImplementation(() => answer(201, { id: "1" }));
  await sendContact({ ...request, elapsed_ms: 4000 });
  expect(key(0)).toMatch(/^[0-9a-f]{32}$/);
});
