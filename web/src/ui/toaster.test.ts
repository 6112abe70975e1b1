import { toast as sonner } from "sonner";
import { beforeEach, expect, it, vi } from "vitest";

import type * as Toaster from "./toaster";

vi.mock("sonner", () => ({
  toast: { success: vi.fn(), error: vi.fn(), dismiss: vi.fn() },
  Toaster: () => null,
}));

// The setup of the tests mocks this module.
const { draw, positionIn } = await vi.importActual<typeof Toaster>("./toaster");

const labels = { notices: "Notificações", dismiss_notice: "Fechar notificação" };
const failure = { kind: "error", title: "Erro ao enviar" } as const;

/** Shows a message, and returns its id. */
async function show(toast: Parameters<typeof draw>[0]): Promise<unknown> {
  const shown = vi.mocked(sonner[toast.kind]);
  shown.mockClear();
  draw(toast, labels);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
  return shown.mock.calls[0]?.[1]?.id;
}

const dismissed = () => vi.mocked(sonner.dismiss).mock.calls.map(([id]) => id);

beforeEach(() => {
  vi.mocked(sonner.dismiss).mockClear();
});

it("success removes the errors of failed attempts, once", async () => {
  const errors = [await show(failure), await show(failure)];
  await show({ kind: "success", title: "Enviado" });
  await show({ kind: "success", title: "Enviado" });
  expect(dismissed()).toEqual(errors);
});

it("another attempt removes the error of the one before", async () => {
  const error = await show(failure);
  document.body.dispatchEvent(new SubmitEvent("submit", { bubbles: true }));
  expect(dismissed()).toEqual([error]);
});

it("errors with a key stay until they are removed by it", async () => {
  await show({ ...failure, key: "upload" });
  await show({ kind: "success", title: "Enviado" });
  document.body.dispatchEvent(new SubmitEvent("submit", { bubbles: true }));
  expect(dismissed()).toEqual([]);
});

it("messages are above a bar, but at the top of a low window, where the bar leaves little space", () => {
  for (const isNarrow of [false, true]) {
    expect(positionIn({ isNarrow, isLow: false, hasBar: true })).toBe("bottom-right");
    expect(positionIn({ isNarrow, isLow: true, hasBar: true })).toBe("top-right");
  }
});

it("messages without a bar are at the top of narrow windows only", () => {
  for (const isLow of [false, true]) {
    expect(positionIn({ isNarrow: true, isLow, hasBar: false })).toBe("top-center");
    expect(positionIn({ isNarrow: false, isLow, hasBar: false })).toBe("bottom-right");
  }
});
