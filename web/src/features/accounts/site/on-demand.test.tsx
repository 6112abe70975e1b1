import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { LayoutLabels } from "@/api/types";
import { showToast } from "@/ui/toast";
import { onDemand } from "./on-demand";

vi.mock(import("@/ui/toast"), async (original) => ({ ...(await original()), showToast: vi.fn() }));

const labels = { request_failed: "Erro na requisição" } as LayoutLabels;

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it("failed load shows one error for all instances, and the next attempt loads again", async () => {
  let isOffline = true;
  const Part = onDemand(() =>
    isOffline ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(() => <p>parte</p>),
  );
  const onCancel = vi.fn();
  await act(async () => {
    render(
      <>
        <Part labels={labels} onCancel={onCancel} />
        <Part labels={labels} onCancel={onCancel} />
      </>,
    );
    await Promise.resolve();
  });
  expect(onCancel).toHaveBeenCalledTimes(2);
  const toast = { kind: "error", title: "Erro na requisição", description: "Tente novamente mais tarde." };
  expect(vi.mocked(showToast).mock.calls).toEqual([[toast, labels]]);
  cleanup();
  isOffline = false;
  render(<Part labels={labels} />);
  expect(await screen.findByText("parte")).toBeTruthy();
});
