/** Setup of every test file. The files of a worker share libraries and the page; the modules of `src` are loaded again. */
import { cleanup } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";

// Messages aren't drawn, because the module that draws them could load after the end of its test.
vi.mock("@/ui/toaster", () => ({ draw: () => () => undefined }));

vi.resetModules();

// React reports mistakes in the console. A test that expects a message replaces this mock.
beforeEach(() => {
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation((...message) => {
      throw new Error(`console.${method}: ${message.join(" ")}`);
    });
  }
});

afterEach(cleanup);

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  if (typeof document === "undefined") return; // The tests of this file have no page.
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});
