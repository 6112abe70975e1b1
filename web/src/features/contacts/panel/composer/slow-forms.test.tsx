/** Tests of input that is typed before the server has responded. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { notify } from "@/lib/notify";
import { NoteForm } from "./note-form";
import { ReplyForm } from "./reply-form";

const contact = { id: "0190", name: "João", email: "joao@exemplo.com.br" } as Contact;
let answer: (response: Response) => void;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
  vi.spyOn(notify, "undoable").mockReturnValue();
  vi.spyOn(notify, "error").mockReturnValue();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const show = (form: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{form}</MemoryRouter>
    </QueryClientProvider>,
  );
const box = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const json = (body: object, status: number) => Response.json(body, { status });

it("text added to a note while it is saved becomes the next note", async () => {
  const user = userEvent.setup();
  show(<NoteForm id={contact.id} />);
  await user.type(box("Nova anotação"), "Ligou hoje.");
  await user.click(screen.getByRole("button", { name: "Salvar anotação" }));
  await user.type(box("Nova anotação"), " Volta amanhã.");
  answer(json({}, 201));
  await waitFor(() => expect(box("Nova anotação").value).toBe("Volta amanhã."));
  cleanup();
  show(<NoteForm id={contact.id} />);
  expect(box("Nova anotação").value).toBe("Volta amanhã.");
});

it("note that is rewritten while it is saved stays in the field", async () => {
  const user = userEvent.setup();
  show(<NoteForm id={contact.id} />);
  await user.type(box("Nova anotação"), "Ligou.");
  await user.click(screen.getByRole("button", { name: "Salvar anotação" }));
  await user.clear(box("Nova anotação"));
  await user.type(box("Nova anotação"), "Outra coisa");
  answer(json({ id: "n1" }, 201));
  await waitFor(() =>
    expect(notify.undoable).toHaveBeenCalledWith("n1", "Anotação salva", undefined, expect.anything()),
  );
  expect(box("Nova anotação").value).toBe("Outra coisa");
});

it("reply needs more than the greeting and is read-only while it is sent", async () => {
  const user = userEvent.setup();
  show(<ReplyForm contact={contact} onNext={undefined} onSent={() => undefined} />);
  await user.click(screen.getByRole("button", { name: "Enviar" }));
  await screen.findByText("Escreva a resposta depois da saudação.");
  await user.type(box("Resposta"), "Temos.");
  const { value } = box("Resposta");
  await user.click(screen.getByRole("button", { name: "Enviar" }));
  await user.type(box("Resposta"), "tarde demais");
  await user.type(box("Assunto"), "tarde demais");
  expect(box("Resposta").value).toBe(value);
  expect(box("Assunto").value).toBe("Re: Recebemos a sua mensagem");
  answer(json({ code: "internal", message: "Erro." }, 500));
  await waitFor(() => expect(box("Resposta").readOnly).toBe(false));
});

it("note has the same idempotency key until it is saved or changed, also after the form was closed", async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    keys.push(request.headers.get("Idempotency-Key"));
    return Promise.resolve(
      keys.length < 3 ? json({ code: "internal", message: "Erro." }, 500) : json({}, 201),
    );
  });
  const user = userEvent.setup();
  const save = async () => {
    await user.click(screen.getByRole("button", { name: "Salvar anotação" }));
  };
  show(<NoteForm id={contact.id} />);
  await user.type(box("Nova anotação"), "Ligou.");
  await save();
  await waitFor(() => expect(notify.error).toHaveBeenCalled());
  cleanup();
  show(<NoteForm id={contact.id} />);
  await save();
  await screen.findByRole("button", { name: "Salvar anotação" });
  await user.type(box("Nova anotação"), " Volta amanhã.");
  await save();
  await waitFor(() => expect(box("Nova anotação").value).toBe(""));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
