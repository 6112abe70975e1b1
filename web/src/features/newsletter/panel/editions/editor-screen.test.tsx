import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Edition } from "@/api/types";
import { notify } from "@/lib/notify";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { EditionScreen } from "./editor-screen";
import { shownEdition } from "./record";

const edition = {
  id: "1",
  state: "draft",
  subject: "Maio",
  preheader: "",
  body: "Olá",
  post_ids: [],
  interests: [],
  slug: "maio",
  is_archived: true,
  pace: null,
  send_at: null,
  updated_at: "2026-11-01T12:00:00Z",
} as unknown as Edition;

const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** A server with one edition, which refuses a change or a sending of another version than the stored one. */
const server = { edition, version: 1, recipients: 12, sent: [] as (string | null)[] };

function saveAs(change: Partial<Edition>): void {
  server.edition = { ...server.edition, ...change };
  server.version += 1;
}

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url, "http://localhost").pathname;
  const stored = () => Response.json(server.edition, { headers: { ETag: `"${server.version}"` } });
  if (path.endsWith("/editions/1") && request.method === "GET") return stored();
  if (path.endsWith("/recipients")) return Response.json({ count: server.recipients });
  if (path.endsWith("/interests"))
    return Response.json({ offered: [{ slug: "redes", name: "Redes" }], available: [] });
  if (path.endsWith("/preview")) return Response.json({}, { status: 503 });
  const condition = request.headers.get("If-Match");
  if (path.endsWith("/send")) server.sent.push(condition);
  if (condition !== `"${server.version}"`) return Response.json({ code: "stale" }, { status: 412 });
  if (path.endsWith("/send")) saveAs({ state: "scheduled" });
  else saveAs((await request.json()) as Partial<Edition>);
  return stored();
}

beforeEach(() => {
  localStorage.clear();
  cache.clear();
  Object.assign(server, { edition, version: 1, recipients: 12, sent: [] });
  vi.stubGlobal("fetch", answer);
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.spyOn(notify, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<UserEvent> {
  const router = createMemoryRouter([{ path: "/:id", Component: EditionScreen }], { initialEntries: ["/1"] });
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Redes");
  return userEvent.setup();
}

const subject = () => screen.getByLabelText<HTMLInputElement>("Assunto");
const button = (name: string) => screen.getByRole("button", { name });
const inDialog = (name: string) => within(screen.getByRole("dialog")).getByRole("button", { name });
const confirm = async (user: UserEvent, name: string) => {
  await vi.waitFor(() => expect(inDialog(name).hasAttribute("disabled")).toBe(false));
  await user.click(inDialog(name));
};

it("confirmation before sending shows the saved subject, interests and pace", async () => {
  const user = await open();
  await user.clear(subject());
  await user.type(subject(), "Junho");
  await user.click(screen.getByLabelText("Redes"));
  await user.type(screen.getByLabelText("E-mails por hora"), "600");
  await user.click(button("Salvar"));
  await vi.waitFor(() => expect(button("Enviar agora").hasAttribute("disabled")).toBe(false));
  await user.click(button("Enviar agora"));
  await screen.findByRole("dialog", { name: "Enviar para 12 pessoas?" });
  const question = screen.getByRole("dialog").textContent;
  expect(question).toContain("Junho vai para as inscrições confirmadas que escolheram um dos assuntos");
  expect(question).toContain("até 600 por hora");
  await confirm(user, "Enviar agora");
  await vi.waitFor(() => expect(notify.success).toHaveBeenLastCalledWith("Envio iniciado", "Junho"));
  expect(server.sent).toEqual(['"2"']);
});

it("edition with neither text nor articles can't be scheduled or sent", async () => {
  saveAs({ body: " " });
  await open();
  for (const name of ["Agendar", "Enviar agora"]) expect(button(name).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("Para agendar ou enviar, escreva um texto ou escolha um artigo.")).toBeTruthy();
  cleanup();
  saveAs({ post_ids: ["p"] });
  cache.clear();
  await open();
  expect(button("Enviar agora").hasAttribute("disabled")).toBe(false);
});

it("edition without recipients can't be sent", async () => {
  server.recipients = 0;
  const user = await open();
  await user.click(button("Enviar agora"));
  expect(inDialog("Enviar agora").hasAttribute("disabled")).toBe(true);
  await screen.findByRole("dialog", { name: "Não há a quem enviar" });
  expect(screen.getByRole("dialog").textContent).toContain("Ainda não há inscrição confirmada.");
  expect(inDialog("Enviar agora").hasAttribute("disabled")).toBe(true);
});

it("version that another person has saved is shown instead of sent", async () => {
  const user = await open();
  saveAs({ subject: "Julho" });
  await user.click(button("Enviar agora"));
  await confirm(user, "Enviar agora");
  await vi.waitFor(() => expect(subject().value).toBe("Julho"));
  expect(server.sent).toEqual(['"1"']);
  expect(notify.error).toHaveBeenCalledExactlyOnceWith(
    "Outra pessoa salvou esta edição",
    expect.stringMatching(/^Nada foi enviado/),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("version of an edition that arrives while sending is being confirmed is not sent", async () => {
  const user = await open();
  await user.click(button("Enviar agora"));
  saveAs({ subject: "Julho" });
  await cache.refetchQueries({ queryKey: shownEdition("1").queryKey });
  expect(screen.getByRole("dialog").textContent).toContain("Maio vai para");
  await confirm(user, "Enviar agora");
  await vi.waitFor(() => expect(notify.error).toHaveBeenCalledOnce());
  expect(server.sent).toEqual(['"1"']);
  expect(server.edition.state).toBe("draft");
});

it("time of a schedule remains after another person has saved the edition", async () => {
  const user = await open();
  saveAs({ subject: "Julho" });
  await user.click(button("Agendar"));
  await user.type(screen.getByLabelText("Enviar em"), "2027-01-05T09:00");
  await confirm(user, "Agendar");
  await vi.waitFor(() => expect(subject().value).toBe("Julho"));
  await user.click(button("Agendar"));
  expect(screen.getByLabelText<HTMLInputElement>("Enviar em").value).toBe("2027-01-05T09:00");
  await confirm(user, "Agendar");
  await vi.waitFor(() => expect(notify.success).toHaveBeenCalledOnce());
  expect(server.sent).toEqual(['"1"', '"2"']);
});
