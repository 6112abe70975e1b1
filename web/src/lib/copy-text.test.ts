import { afterEach, expect, it, vi } from "vitest";

import { copyText } from "./copy-text";

afterEach(() => vi.unstubAllGlobals());

const writeText = vi.fn<(text: string) => Promise<void>>();

it("copied text is reported as copied", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: writeText.mockResolvedValue() } });
  expect(await copyText("https://exemplo.com.br")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("https://exemplo.com.br");
});

it.each([
  ["over plain HTTP", {}],
  [
    "when the clipboard is blocked",
    { clipboard: { writeText: () => Promise.reject(new DOMException("?")) } },
  ],
])("text is reported as not copied %s", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  expect(await copyText("x")).toBe(false);
});
