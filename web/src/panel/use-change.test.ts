import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { unreachableServer } from "@/api/client";
import { useSendOnce } from "./use-change";

it("repeated request has the same key until it succeeds or its input changes", async () => {
  const send = vi.fn((_: { name: string }, key: string) => Promise.resolve(key));
  const { result } = renderHook(() => useSendOnce(send));
  const lose = async (name: string) => {
    send.mockRejectedValueOnce(unreachableServer());
    await expect(result.current({ name })).rejects.toThrow();
    return send.mock.lastCall?.[1];
  };
  const first = await lose("um");
  expect(await result.current({ name: "um" })).toBe(first);
  const afterSuccess = await lose("um");
  const changed = await result.current({ name: "dois" });
  expect(new Set([first, afterSuccess, changed]).size).toBe(3);
});
