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
  vi.spyOn(notify, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(seen: Timeline = timeline): void {
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
            <Composer contact={contact} onNext={undefined} />
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
