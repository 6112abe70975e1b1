import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { SetupSteps } from "@/api/types";
import { SetupCard } from "./setup-card";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

const DONE: SetupSteps = { name: true, logo: true, phone: true, email: true, mail: true, analytics: true };

function show(setup: SetupSteps | undefined) {
  render(
    <MemoryRouter>
      <SetupCard setup={setup} className="" />
    </MemoryRouter>,
  );
  return screen.queryByRole("region", { name: "Primeiros passos" });
}

it("card links to the steps that aren't done yet", () => {
  const card = show({ ...DONE, logo: false, mail: false });
  expect(card?.textContent).toContain("3 de 5 prontos");
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Enviar a logo",
    "Configurar o envio",
  ]);
});

it("card is hidden once all steps are done, also while the steps load at the next visit", () => {
  expect(show(undefined)).not.toBeNull();
  cleanup();
  expect(show(DONE)).toBeNull();
  cleanup();
  expect(show(undefined)).toBeNull();
  cleanup();
  expect(show({ ...DONE, phone: false })).not.toBeNull();
  cleanup();
  expect(show(undefined)).not.toBeNull();
});

it("card is shown if storage is blocked", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(show(undefined)).not.toBeNull();
  cleanup();
  expect(show({ ...DONE, phone: false })).not.toBeNull();
});
