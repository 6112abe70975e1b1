import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { expect, it, vi } from "vitest";

import type { MailSource } from "@/api/types";
import { IncomingCard } from "./incoming";
import type { IncomingRecord } from "./record";

const RESULT = "O servidor abriu a caixa. A pasta tem 3 mensagens.";

const settings = (source: MailSource): IncomingRecord => ({
  id: "incoming",
  source,
  host: "imap.empresa.com.br",
  port: 993,
  encryption: "tls",
  user: "contato@empresa.com.br",
  has_password: true,
  folder: "INBOX",
  address: "contato@empresa.com.br",
  plus_addressing: false,
  trusted_server: "",
  creates_contacts: false,
  checked_at: null,
  retry_at: null,
  problem: null,
  left_mail: null,
});

it("result of a test that runs while the settings are saved for the first time is shown", async () => {
  let answer: (response: Response) => void = () => undefined;
  const tested = new Promise<Response>((resolve) => (answer = resolve));
  vi.stubGlobal("fetch", ({ url }: Request) =>
    url.endsWith("/test") ? tested : Promise.resolve(Response.json([])),
  );
  const cache = new QueryClient();
  const Card = () => {
    const source = useLocation().pathname === "/saved" ? "panel" : "none";
    return <IncomingCard opened={{ value: settings(source), etag: '"1"' }} />;
  };
  const router = createMemoryRouter([{ path: "*", Component: Card }]);
  render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Testar recebimento" }));
  await act(() => router.navigate("/saved"));
  expect(screen.getByRole("button", { name: "Desligar o recebimento" })).toBeTruthy();
  answer(Response.json({ outcome: "succeeded", message: RESULT, messages: 3 }));
  expect(await screen.findByText(RESULT)).toBeTruthy();
});
