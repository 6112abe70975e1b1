import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { notify } from "@/lib/notify";
import { undoChanges, useUndo } from "./undo-bulk";

it("records with the same former values share one change", () => {
  const former = [
    { id: "a", version: 2, status: "new" },
    { id: "b", version: 5, status: "read" },
    { id: "c", version: 3, status: "new" },
  ];
  expect(undoChanges(former, ({ status }) => ({ action: "status", status }))).toEqual([
    { action: "status", status: "new", ids: ["a", "c"], versions: { a: 2, c: 3 } },
    { action: "status", status: "read", ids: ["b"], versions: { b: 5 } },
  ]);
});

function renderUndo(send: (changes: { ids: string[] }[]) => Promise<readonly unknown[]>) {
  const cache = new QueryClient();
  return renderHook(() => useUndo(["records"], vi.fn(), send), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  }).result.current;
}

it("failed undo can be repeated", async () => {
  const error = vi.spyOn(notify, "error").mockReturnValue();
  const success = vi.spyOn(notify, "success").mockReturnValue(vi.fn());
  const send = vi.fn(() => Promise.resolve(["a", "b"]));
  const changes = [{ ids: ["a"] }, { ids: ["b"] }];
  send.mockRejectedValueOnce(new TypeError("offline"));
  renderUndo(send).mutate(changes);
  await waitFor(() => expect(error).toHaveBeenCalledOnce());
  error.mock.calls[0]?.[2]?.run();
  await waitFor(() => expect(success).toHaveBeenCalledWith("Desfeito", undefined));
  expect(send.mock.calls).toEqual([[changes], [changes]]);
});

it("message is shown until all changes are undone", async () => {
  const dismiss = vi.fn();
  const pending = vi.spyOn(notify, "pending").mockReturnValue(dismiss);
  const success = vi.spyOn(notify, "success").mockReturnValue(vi.fn());
  let answer: (records: string[]) => void = vi.fn();
  renderUndo(() => new Promise((resolve) => (answer = resolve))).mutate([{ ids: ["a"] }]);
  await waitFor(() => expect(pending).toHaveBeenCalledWith("Desfazendo…"));
  expect(dismiss).not.toHaveBeenCalled();
  answer(["a"]);
  await waitFor(() => expect(success).toHaveBeenCalledWith("Desfeito", undefined));
  expect(dismiss).toHaveBeenCalled();
});

it("undo tells how many records have changed since", async () => {
  const success = vi.spyOn(notify, "success").mockReturnValue(vi.fn());
  renderUndo(() => Promise.resolve(["a"])).mutate([{ ids: ["a", "b"] }]);
  await waitFor(() =>
    expect(success).toHaveBeenCalledWith("Desfeito", "1 item mudou depois e ficou como está."),
  );
});
