import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { LayoutLabels } from "@/api/types";
import recovery from "../../../../../../server/content/pages/recovery.json";
import { ConfirmEmail } from "./confirm-email";

const labels = { request_failed: "Erro na requisição", no_script: "" } as LayoutLabels;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  location.hash = "";
});

it("link to a changed address asks for a sign-in first, and remains in the address bar", async () => {
  location.hash = "#segredo";
  const refusal = { code: "sign_in_first", message: "Entre na sua conta e abra este link de novo." };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 409 })));
  render(<ConfirmEmail content={recovery} labels={labels} />);
  fireEvent.click(screen.getByRole("button", { name: "Confirmar e-mail" }));
  expect((await screen.findByRole("alert")).textContent).toContain(refusal.message);
  expect(screen.getByRole("link", { name: "Entrar" }).getAttribute("href")).toBe("/auth");
  expect(location.hash).toBe("#segredo");
});
