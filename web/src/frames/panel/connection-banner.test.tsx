import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { setReachable } from "@/api/connection";
import { notify } from "@/lib/notify";
import { ConnectionBanner } from "./connection-banner";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("check that begins while another one runs is ignored, so that its success is shown once", async () => {
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((answer) => answers.push(answer)));
  const success = vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionBanner />
    </QueryClientProvider>,
  );
  act(() => setReachable(false));
  act(() => screen.getByRole("button", { name: "Tentar agora" }).click());
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  answers.forEach((answer) => answer(new Response()));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(answers).toHaveLength(1);
  expect(success).toHaveBeenCalledOnce();
});
