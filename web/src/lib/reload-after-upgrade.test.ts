import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { isAnythingTyped, reloadAfterUpgrade } from "./reload-after-upgrade";

const reload = vi.fn();
let answer: Promise<Response>;
let stopListening: () => void;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  answer = Promise.resolve(new Response("{}"));
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("fetch", () => answer);
});

afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
});

async function reportMissingFile() {
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: new Error("missing file") }));
  // Lets pending promises settle.
  await new Promise((done) => setTimeout(done));
}

it("page reloads once, not in a loop", async () => {
  stopListening = reloadAfterUpgrade(() => false);
  await reportMissingFile();
  expect(reload).toHaveBeenCalledTimes(1);
  await reportMissingFile();
  expect(reload).toHaveBeenCalledTimes(1);
});

it("page with typed text is not reloaded", async () => {
  stopListening = reloadAfterUpgrade(isAnythingTyped);
  const text = document.createElement("textarea");
  document.body.innerHTML = `<input type="hidden" value="x">`;
  document.body.append(text);
  expect(isAnythingTyped()).toBe(false);
  text.value = "Bom dia";
  await reportMissingFile();
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = "";
});

it("page is not reloaded while the server is unreachable", async () => {
  answer = Promise.reject(new TypeError("offline"));
  answer.catch(() => undefined);
  stopListening = reloadAfterUpgrade(() => false);
  await reportMissingFile();
  expect(reload).not.toHaveBeenCalled();
});
