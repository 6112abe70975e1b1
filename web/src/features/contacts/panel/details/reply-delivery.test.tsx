import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { notify } from "@/lib/notify";
import { ReplyDelivery } from "./reply-delivery";

const contact = { id: "1", email: "errado@exemplo.com.br", deleted_at: null } as Contact;
const reply = { id: "r", contact_id: "1", state: "failed", error: "", may_retry: true } as ComponentProps<
  typeof ReplyDelivery
>["reply"];

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the form that corrects the address, while `answer` responds to requests. */
async function edit(answer: () => Response) {
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <h2 tabIndex={-1} data-contact-name>
        João
      </h2>
      <ReplyDelivery reply={reply} contact={contact} can_send_mail />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Corrigir o endereço" }));
  return user;
}
const field = () => screen.getByRole("textbox", { name: "E-mail do contato" });
const press = (name: string) => screen.getByRole("button", { name });

it("refused address has the focus", async () => {
  const fields = { email: "Informe um e-mail." };
  const user = await edit(() =>
    Response.json({ code: "validation", message: "Confira os campos.", fields }, { status: 422 }),
  );
  await user.click(press("Salvar e enviar"));
  await screen.findByText("Informe um e-mail.");
  expect(document.activeElement).toBe(field());
});

it("name of the contact has the focus after the reply was sent again", async () => {
  const user = await edit(() => Response.json({}));
  await user.click(press("Salvar e enviar"));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("João"));
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("button that opened the form has the focus after canceling", async () => {
  const user = await edit(() => Response.json({}));
  await user.click(press("Cancelar"));
  expect(document.activeElement).toBe(press("Corrigir o endereço"));
});
