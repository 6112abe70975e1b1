/** Tests of the composer at the foot of an open contact. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Contact, Timeline } from "@/api/types";
import { contactKeys } from "@/features/contacts/panel/queries";
import { TriageContext, WITHOUT_LIST } from "@/features/contacts/panel/triage/triage-state";
import { notify } from "@/lib/notify";
import { readLocalDraft } from "@/panel/edit/local-draft";
import { Composer } from "./composer";
import { readReplyDraft, removeReplyDraft, writeReplyDraft } from "./reply-draft";

const contact = { id: "0190", name: "João", email: "joao@exemplo.com.br", phone: "", message: "" } as Contact;
const timeline = { entries: [], writing: [], can_send_mail: true } as unknown as Timeline;
const compose = vi.fn<typeof WITHOUT_LIST.compose>();
const server = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  compose.mockReset();
  server.mockReset();
  answer(() => Response.json({}, { status: 201 }));
  vi.stubGlobal("fetch", server);
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.spyOn(notify, "undoable").mockReturnValue();
  vi.spyOn(notify, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(seen: Timeline = timeline, shown: Contact = contact): void {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  cache.setQueryData(contactKeys.timeline(contact.id), seen);
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <TriageContext value={{ ...WITHOUT_LIST, compose }}>
          <div data-contact>
            <h2 tabIndex={-1} data-contact-name>
              João
            </h2>
            <Composer contact={shown} onNext={undefined} />
          </div>
        </TriageContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const box = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });

/** Answers POST with `posted`, and other calls with the timeline or an empty list. */
const answer = (posted: () => Response, seen: object = timeline) =>
  server.mockImplementation(({ method, url }) =>
    Promise.resolve(method === "POST" ? posted() : Response.json(url.endsWith("/timeline") ? seen : [])),
  );

it("closed composer says who else is writing", () => {
  show({ ...timeline, writing: ["Bia"] });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("Bia está respondendo");
});

it("discarded reply can be restored with its copies and files", async () => {
  const files = [{ id: "f1", name: "planta.pdf", bytes: 10 }];
  const written = {
    subject: "Orçamento",
    text: "Temos.",
    cc: "bia@exemplo.com.br",
    key: "k",
    attachments: files,
  };
  writeReplyDraft(contact.id, written);
  const user = userEvent.setup();
  show();
  await user.click(button("Descartar a resposta"));
  expect(readReplyDraft(contact.id)).toBeNull();
  const [, , undo] = vi.mocked(notify.success).mock.lastCall ?? [];
  expect(undo?.label).toBe("Desfazer");
  undo?.run();
  expect(readReplyDraft(contact.id)).toEqual({ ...written, key: expect.any(String) as string });
  expect(compose).toHaveBeenCalledWith({ id: contact.id, mode: "email", isRestored: true });
  expect(server.mock.calls.filter(([{ method }]) => method === "DELETE")).toEqual([]);
});

it("undone note is deleted and its text goes back to the draft, before later text", async () => {
  const note = { id: "n1", contact_id: contact.id, text: "Ligou.", created_at: "2026-11-24T10:00:00Z" };
  server.mockImplementation(({ method, url }) => {
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(
      method === "POST"
        ? Response.json(note, { status: 201 })
        : Response.json(url.endsWith("/timeline") ? timeline : []),
    );
  });
  const user = userEvent.setup();
  show();
  await user.click(button("Anotar"));
  await user.type(box("Nova anotação"), "Ligou.");
  await user.click(button("Salvar anotação"));
  await waitFor(() => expect(notify.undoable).toHaveBeenCalled());
  await user.type(box("Nova anotação"), "Volta amanhã.");
  const [, , , undo] = vi.mocked(notify.undoable).mock.lastCall ?? [];
  undo?.();
  await waitFor(() =>
    expect(compose).toHaveBeenCalledWith({ id: contact.id, mode: "note", isRestored: true }),
  );
  const deleted = server.mock.calls.find(([{ method }]) => method === "DELETE")?.[0];
  expect(new URL(deleted?.url ?? "").pathname).toBe("/api/contacts/notes/n1");
  expect(readLocalDraft(`note:${contact.id}`)?.["text"]).toBe("Ligou.\n\nVolta amanhã.");
});

it.each([
  [{ tone: "neutral" }, "Ela não foi enviada, e o contato continua esperando."],
  [null, "Ela não foi enviada."],
])("message about a queued reply says that the contact waits only if it does: %s", async (promise, text) => {
  const user = userEvent.setup();
  show({ ...timeline, can_send_mail: false }, { ...contact, promise } as unknown as Contact);
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Temos.{Control>}{Enter}{/Control}");
  await waitFor(() => expect(notify.undoable).toHaveBeenCalled());
  expect(vi.mocked(notify.undoable).mock.lastCall?.[2]).toContain(text);
});

it("name of the contact has the focus after a reply is sent and after a note is saved", async () => {
  const user = userEvent.setup();
  show();
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Temos.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
  await user.click(button("Anotar"));
  await user.type(box("Nova anotação"), "Ligou.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading")));
});

it("refused reply stays in the draft, which another tab has removed, and the own reply is named", async () => {
  localStorage.setItem("auth_token", "t");
  localStorage.setItem(
    "auth_user",
    JSON.stringify({ id: "u1", username: "ana", full_name: "Ana", email: "a@b.co", role: "support" }),
  );
  const replied = { ...timeline, entries: [{ kind: "reply", at: "2026-11-24T10:00:00Z", author: "Ana" }] };
  const refusal = { code: "replied_meanwhile", message: "Alguém respondeu a este contato." };
  answer(() => Response.json(refusal, { status: 409 }), replied);
  const user = userEvent.setup();
  show();
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Temos.");
  removeReplyDraft(contact.id);
  await user.click(button("Enviar"));
  await waitFor(() => expect(notify.error).toHaveBeenCalled());
  expect(vi.mocked(notify.error).mock.lastCall?.[1]).toContain(
    "Você já respondeu a este contato em outra janela.",
  );
  expect(readReplyDraft(contact.id)?.text).toContain("Temos.");
});

it("error about a text disappears when the text changes", async () => {
  const user = userEvent.setup();
  show();
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Vamos a {{cidade}");
  await user.click(button("Enviar"));
  await screen.findByText(/\{cidade\} não é um campo/);
  await user.type(box("Resposta"), ".");
  expect(screen.queryByText(/não é um campo/)).toBeNull();
});

it("second reply in the same form is written after the first one", async () => {
  // In a wide and high window, the form stays open.
  const matches = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => matches);
  const sent: unknown[] = [];
  server.mockImplementation(async (request) => {
    if (request.method !== "POST") return Response.json(request.url.endsWith("/timeline") ? timeline : []);
    sent.push(await request.json());
    return Response.json({ created_at: "2026-11-24T10:00:00Z" }, { status: 201 });
  });
  const user = userEvent.setup();
  show();
  for (const text of ["Temos.", "E entregamos."]) {
    await user.type(box("Resposta"), text);
    await user.click(button("Enviar"));
    await waitFor(() => expect(box("Resposta").value).not.toContain(text));
  }
  expect(sent).toMatchObject([{}, { seen_until: "2026-11-24T10:00:00Z" }]);
  expect(sent[0]).not.toHaveProperty("seen_until");
});

/** Sends a reply, closes the contact before the server responds, and stores another draft. Returns the function that responds. */
async function leaveWhileSending(): Promise<(response: Response) => void> {
  let respond: (response: Response) => void = () => undefined;
  server.mockImplementation(({ method }) =>
    method === "POST" ? new Promise((resolve) => (respond = resolve)) : Promise.resolve(Response.json([])),
  );
  const user = userEvent.setup();
  show();
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Temos.");
  await user.click(button("Enviar"));
  cleanup();
  writeReplyDraft(contact.id, { subject: "", text: "Temos. Amanhã", cc: "", key: "k", attachments: [] });
  return (response) => respond(response);
}

it("later draft stays if the reply sent before is refused or accepted", async () => {
  const refused = await leaveWhileSending();
  refused(Response.json({ code: "internal", message: "Erro." }, { status: 500 }));
  await waitFor(() => expect(notify.error).toHaveBeenCalled());
  expect(readReplyDraft(contact.id)?.text).toBe("Temos. Amanhã");
  removeReplyDraft(contact.id);
  const accepted = await leaveWhileSending();
  accepted(Response.json({}, { status: 201 }));
  await waitFor(() => expect(notify.undoable).toHaveBeenCalled());
  expect(readReplyDraft(contact.id)?.text).toBe("Temos. Amanhã");
});

it("error about a file disappears with the file", async () => {
  const files = ["a", "b"].map((id) => ({ id, name: `${id}.pdf`, bytes: 10 }));
  writeReplyDraft(contact.id, { subject: "Re", text: "Temos.", cc: "", key: "k", attachments: files });
  const fields = { "attachments.0": "O arquivo expirou." };
  const refusal = { code: "invalid_fields", message: "Corrija os campos.", fields };
  answer(() => Response.json(refusal, { status: 422 }));
  const user = userEvent.setup();
  show();
  await user.click(button("Enviar"));
  await screen.findByText("O arquivo expirou.");
  await user.click(button("Remover a.pdf"));
  expect(screen.queryByText("O arquivo expirou.")).toBeNull();
});

it("reply can't be changed while it is sent", async () => {
  server.mockImplementation(({ method }) =>
    method === "POST" ? new Promise(() => undefined) : Promise.resolve(Response.json([])),
  );
  const user = userEvent.setup();
  show();
  await user.click(button("Responder"));
  await user.type(box("Resposta"), "Temos.");
  await user.click(button("Enviar"));
  await user.click(button("Descartar a resposta"));
  await user.click(button("Modelos de resposta"));
  await user.click(box("Resposta"));
  await user.paste({ files: [new File(["x"], "planta.pdf")], getData: () => "" } as unknown as DataTransfer);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(screen.queryByText("planta.pdf")).toBeNull();
  expect(readReplyDraft(contact.id)?.text).toContain("Temos.");
});

it("screen doesn't scroll when the name of the contact gets the focus", async () => {
  const focus = vi.spyOn(HTMLHeadingElement.prototype, "focus");
  const user = userEvent.setup();
  show();
  await user.click(button("Anotar"));
  await user.type(box("Nova anotação"), "Ligou.");
  await user.click(button("Salvar anotação"));
  await waitFor(() => expect(focus).toHaveBeenCalledWith({ preventScroll: true }));
});
