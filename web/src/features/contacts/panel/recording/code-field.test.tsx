import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { ApiError } from "@/api/api-error";
import { api } from "@/api/client";
import { CodeField } from "./code-field";
import { BLANK, type RecordedFields } from "./record";

const CODE = "0QZ8K-3M1TA-00G7X-WVJ5R";
const MESSAGE = `Quero 10 notebooks.\n\nOlá! Vim pelo site.\n\nProtocolo: ${CODE}`;
const TEXT = "Quero 10 notebooks.\n\nOlá! Vim pelo site.";
const FOUND = { whatsapp_code: CODE, clicked_at: "2026-11-26T13:15:00Z", source_page: "/", contact_id: null };

afterEach(cleanup);

function Form({ typed }: { typed: string }) {
  const form = useForm<RecordedFields>({ defaultValues: { ...BLANK, message: typed } });
  const [failure, setFailure] = useState<Error | null>(null);
  return (
    <>
      <CodeField form={form} failure={failure} />
      <button onClick={() => setFailure(new ApiError(409, "whatsapp_code_used", ""))}>Registrar</button>
      <textarea aria-label="Mensagem" {...form.register("message")} />
    </>
  );
}

/** Enters a message with a code. Returns the mocked check of the server. */
function enter({ typed = "", contact_id = null as string | null } = {}) {
  const check = vi.spyOn(api, "POST").mockResolvedValue({
    data: { ...FOUND, contact_id },
    response: new Response(),
  } as never);
  const router = createMemoryRouter([{ path: "/", element: <Form typed={typed} /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  paste(MESSAGE);
  return check;
}

const pasted = () => screen.getByLabelText(/Mensagem ou protocolo/);
const paste = (value: string) => fireEvent.input(pasted(), { target: { value } });

const message = () => screen.getByLabelText<HTMLTextAreaElement>("Mensagem").value;

it("complete code is checked before the field is left, and its page is named", async () => {
  const check = enter();
  expect(await screen.findByText(/Protocolo válido: .* na página inicial\./)).toBeTruthy();
  expect(check).toHaveBeenCalledOnce();
});

it("text around a code becomes the message", async () => {
  enter();
  await waitFor(() => expect(message()).toBe(TEXT));
  expect(screen.getByText(/O que a pessoa escreveu está em/)).toBeTruthy();
});

it("typed message isn't replaced", async () => {
  enter({ typed: "Ligar à tarde" });
  await screen.findByText(/Protocolo válido/);
  expect(message()).toBe("Ligar à tarde");
});

it("text around a code of another contact is taken only if it is of another person", async () => {
  enter({ contact_id: "a" });
  await screen.findByText(/já tem um contato/);
  expect(message()).toBe("");
  const isOther = screen.getByLabelText(/É outra pessoa/);
  fireEvent.click(isOther);
  expect(message()).toBe(TEXT);
  fireEvent.click(isOther);
  expect(message()).toBe("");
});

it("message is free again if the pasted text is emptied", async () => {
  enter();
  await waitFor(() => expect(message()).toBe(TEXT));
  paste("");
  expect(message()).toBe("");
});

it("message has no text of a former conversation", async () => {
  const check = enter();
  await waitFor(() => expect(message()).toBe(TEXT));
  paste(`Protocolo: ${CODE.replace("0", "1")}`);
  await waitFor(() => expect(message()).toBe(""));
  expect(check).toHaveBeenCalledTimes(2);
});

it("edited message remains if the pasted text is emptied", async () => {
  enter();
  await waitFor(() => expect(message()).toBe(TEXT));
  fireEvent.input(screen.getByLabelText("Mensagem"), { target: { value: "Quero 20 notebooks." } });
  paste("");
  expect(message()).toBe("Quero 20 notebooks.");
});

it("code that a colleague has recorded since its check is checked again", async () => {
  const check = enter();
  await screen.findByText(/Protocolo válido/);
  check.mockResolvedValue({ data: { ...FOUND, contact_id: "a" }, response: new Response() } as never);
  fireEvent.click(screen.getByRole("button", { name: "Registrar" }));
  expect(await screen.findByLabelText(/É outra pessoa/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Abrir o contato" })).toBeTruthy();
  expect(document.activeElement).toBe(pasted());
});
