import { expect, it, vi } from "vitest";

import { onPageShown } from "./page-shown";

function setPrerendering(value: boolean | undefined) {
  Object.defineProperty(document, "prerendering", { value, configurable: true });
}

function comeBack(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
}

it("runs at once, and again when the page comes back from history", () => {
  const shown = vi.fn();
  const stop = onPageShown(shown);
  comeBack(false);
  expect(shown).toHaveBeenCalledTimes(1);
  comeBack(true);
  expect(shown).toHaveBeenCalledTimes(2);
  stop();
  comeBack(true);
  expect(shown).toHaveBeenCalledTimes(2);
});

it("waits for a page drawn in advance to be turned to", () => {
  setPrerendering(true);
  const shown = vi.fn();
  const stop = onPageShown(shown);
  expect(shown).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(shown).toHaveBeenCalledTimes(1);
  stop();
  setPrerendering(undefined);
});
