import { expect, it, vi } from "vitest";

import { onPageShown } from "./page-shown";

function setPrerendering(value: boolean | undefined) {
  Object.defineProperty(document, "prerendering", { value, configurable: true });
}

function restore(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
}

it("callback runs at once, and again when the page is restored from history", () => {
  const shown = vi.fn();
  const stopListening = onPageShown(shown);
  restore(false);
  expect(shown).toHaveBeenCalledTimes(1);
  restore(true);
  expect(shown).toHaveBeenCalledTimes(2);
  stopListening();
  restore(true);
  expect(shown).toHaveBeenCalledTimes(2);
});

it("callback of a prerendered page runs when the page is opened", () => {
  setPrerendering(true);
  const shown = vi.fn();
  const stopListening = onPageShown(shown);
  expect(shown).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("prerenderingchange"));
  expect(shown).toHaveBeenCalledTimes(1);
  stopListening();
  setPrerendering(undefined);
});
