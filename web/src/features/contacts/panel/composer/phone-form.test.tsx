import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { notify } from "@/lib/notify";
import { PhoneForm } from "./phone-form";

const LANDLINE = "(19) 3232-1010";

function show(change: Partial<Contact>) {
  const contact = { id: "1", name: "João", email: "", message: "", status: "read", ...change } as Contact;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <h2 tabIndex={-1} data-contact-name>
          João
        </h2>
        <PhoneForm contact={contact} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const text = () => screen.queryByRole("textbox", { name: "Mensagem para o WhatsApp" });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("landline is called, and has the text for WhatsApp only on request", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([])));
  show({ phone: LANDLINE });
  expect(screen.getByRole("link", { name: "Ligar" }).getAttribute("href")).toBe("tel:+551932321010");
  expect(text()).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Escrever pelo WhatsApp" }));
  expect(document.activeElement).toBe(text());
});

it("number without WhatsApp can only be called", () => {
  show({ phone: "0800 123 4567" });
  expect(screen.getByText(/não tem WhatsApp/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Escrever pelo WhatsApp" })).toBeNull();
});

it("contact without email is marked as replied after a call, and its name has the focus", async () => {
  const requests: unknown[] = [];
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") requests.push(await request.json());
    return Response.json([]);
  });
  show({ phone: "(11) 98765-4321" });
  expect(text()).not.toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Já falei com a pessoa" }));
  await waitFor(() =>
    expect(requests).toEqual([{ action: "status", status: "replied", ids: ["1"], versions: {} }]),
  );
  expect(document.activeElement?.textContent).toBe("João");
});

it("contact with an email address and a mobile number has only the text for WhatsApp", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json([])));
  show({ phone: "(11) 98765-4321", email: "joao@exemplo.com.br" });
  expect(text()).not.toBeNull();
  expect(screen.queryByRole("link", { name: "Ligar" })).toBeNull();
});
