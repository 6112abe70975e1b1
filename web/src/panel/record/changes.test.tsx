import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";

import { unreachableServer } from "@/api/client";
import { useCreate } from "./changes";
import { messagesOf, type StoredKind } from "./kind";

vi.mock("@/lib/notify", () => ({ notify: { success: vi.fn(), error: vi.fn() } }));

interface Thing {
  id: string;
  name: string;
  updated_at: null;
}
type Fields = Pick<Thing, "name">;

const thing = (name: string): Thing => ({ id: "1", name, updated_at: null });
const create = vi.fn<StoredKind<Thing, Fields>["create"]>(({ name }) => Promise.resolve(thing(name)));
const update = vi.fn((_: string, { name = "" }: Partial<Fields>) =>
  Promise.resolve({ value: thing(name), etag: null }),
);

const THING: StoredKind<Thing, Fields> = {
  area: "things",
  key: "things",
  thisOne: "esta coisa",
  messages: messagesOf("objeto", "objetos"),
  labels: { name: "Nome" },
  textOf: ({ name }) => name,
  fieldsOf: ({ name }) => ({ name }),
  nameOf: ({ name }) => name,
  trash: () => Promise.resolve([]),
  find: () => Promise.reject(new Error("unused")),
  create,
  update,
  remove: () => Promise.resolve(),
  restore: () => Promise.resolve(thing("")),
  lastSaver: () => Promise.resolve(undefined),
};

it("unanswered creation is repeated with the same key, and then later input is saved", async () => {
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCreate(THING), { wrapper });
  const send = (name: string) => result.current.mutateAsync({ name });

  create.mockRejectedValueOnce(unreachableServer());
  await expect(send("um")).rejects.toThrow();
  expect(await send("dois")).toEqual(thing("dois"));
  const [[first, , key] = [], [second, , again] = []] = create.mock.calls;
  expect([first, second]).toEqual([{ name: "um" }, { name: "um" }]);
  expect(again).toBe(key);
  expect(update).toHaveBeenCalledExactlyOnceWith("1", { name: "dois" }, null);

  await send("três");
  expect(create.mock.lastCall?.[2]).not.toBe(key);
});
