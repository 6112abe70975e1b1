import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { LayoutLabels } from "@/api/types";
import recovery from "../../../../../../server/content/pages/recovery.json";
import { ResetPassword } from "./reset-password";

const labels = { request_failed: "Erro na requisição", no_script: "" } as LayoutLabels;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, "", "/");
});

it("server's error of the password is shown together with the hint", async () => {
  location.hash = "#segredo";
  const error = "Use pelo menos 12 caracteres.";
  const refusal = { code: "invalid", message: "Confira os campos.", fields: { password: error } };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 422 })));
  render(<ResetPassword content={recovery} labels={labels} passwordMin={6} />);
  const field = screen.getByLabelText("Nova senha");
  expect(screen.getByText(recovery.reset.password_hint)).toBeTruthy();
  fireEvent.change(field, { target: { value: "curta demais" } });
  fireEvent.click(screen.getByRole("button", { name: recovery.reset.submit }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(screen.getByText(recovery.reset.password_hint)).toBeTruthy();
  expect(field.getAttribute("aria-describedby")).toBe("reset-password-hint reset-password-error");
});

it.each([
  ["", "/auth"],
  ["?next=/admin/login", "/admin/login"],
  ["?next=https://example.com/", "/auth"],
])("reset with the link's query '%s' leads to the sign-in at %s", async (query, path) => {
  history.replaceState(null, "", `/auth/redefinir-senha${query}#segredo`);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(null, { status: 204 })));
  render(<ResetPassword content={recovery} labels={labels} passwordMin={6} />);
  fireEvent.change(screen.getByLabelText("Nova senha"), { target: { value: "três gatos no telhado" } });
  fireEvent.click(screen.getByRole("button", { name: recovery.reset.submit }));
  const link = await screen.findByRole("link", { name: recovery.reset.sign_in });
  expect(link.getAttribute("href")).toBe(path);
  expect(location.hash).toBe("");
});

it("another link that is opened after an expired one gets a new form", async () => {
  location.hash = "#vencido";
  const refusal = { code: "link_invalid", message: "Este link não vale mais." };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(refusal, { status: 410 })));
  render(<ResetPassword content={recovery} labels={labels} passwordMin={6} />);
  fireEvent.change(screen.getByLabelText("Nova senha"), { target: { value: "três gatos no telhado" } });
  fireEvent.click(screen.getByRole("button", { name: recovery.reset.submit }));
  await screen.findByRole("heading", { name: recovery.reset.invalid_title });
  location.hash = "#novo";
  expect(await screen.findByLabelText("Nova senha")).toBeTruthy();
});
