import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Invited, UserRecord } from "@/api/types";
import { SessionProvider } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { UserAccess } from "./access";

const OPEN = "2999-01-01T00:00:00Z";
const EXPIRED = "2020-01-01T00:00:00Z";
const invited: Invited = {
  success: true,
  message: "do servidor",
  user_id: "1",
  link: "https://exemplo.com/auth/convite#x",
  expires_at: OPEN,
  mailed: false,
};

beforeEach(() => {
  vi.spyOn(notify, "success").mockReturnValue(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Options {
  canSendMail: boolean;
  expires_at: string | null;
  mail?: UserRecord["invitation_mail"];
}

/** Shows the access of an editor who has never signed in. */
async function show({ canSendMail, expires_at, mail = null }: Options) {
  const summary = { configured: canSendMail, queued: 0, sent: 0, failed: 0, problem: null };
  vi.stubGlobal("fetch", ({ method }: Request) =>
    Promise.resolve(Response.json(method === "GET" ? summary : { ...invited, mailed: canSendMail })),
  );
  const user = {
    id: "1",
    last_login_at: null,
    disabled_at: null,
    sessions: 0,
    second_factor: false,
    role: "editor",
    invitation_expires_at: expires_at,
    invitation_mail: mail,
  } as UserRecord;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <TooltipProvider>
          <UserAccess user={user} onDone={() => undefined} />
        </TooltipProvider>
      </SessionProvider>
    </QueryClientProvider>,
  );
  if (canSendMail) await screen.findByRole("button", { name: /nviar convite/ });
  else await screen.findByText(/ainda não envia e-mails/);
}

const linkButton = () => screen.getByRole("button", { name: /link$|^Criar convite/ });

it.each([
  ["without mail server or invitation", "Criar convite", false, null],
  ["without mail server, after the invitation expired", "Criar convite", false, EXPIRED],
  ["without mail server, with an open invitation", "Mostrar link", false, OPEN],
  ["with a mail server, without invitation", "Criar convite e mostrar link", true, null],
  ["with a mail server and an open invitation", "Mostrar link", true, OPEN],
])("%s, the link's button is '%s'", async (_, name, canSendMail, expires_at) => {
  await show({ canSendMail, expires_at });
  expect(linkButton().textContent).toBe(name);
});

it.each([
  ["a new", "Convite criado.", null],
  ["an open", "O link do convite está na tela.", OPEN],
])("link of %s invitation is reported as '%s'", async (_, message, expires_at) => {
  await show({ canSendMail: false, expires_at });
  fireEvent.click(linkButton());
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith(message));
  expect(await screen.findByTitle(invited.link)).toBeTruthy();
});

it("mailed invitation is reported as on its way", async () => {
  await show({ canSendMail: true, expires_at: null });
  fireEvent.click(screen.getByRole("button", { name: "Enviar convite" }));
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith("Convite a caminho."));
});

it.each([
  ["sent", "O convite foi enviado por e-mail.", "sent", null],
  ["queued", "Convite na fila de envio.", "queued", null],
  ["retried", "O convite ainda não foi entregue. Sem resposta.", "queued", "Sem resposta."],
  ["failed", "O convite não foi entregue. Destinatário recusado.", "failed", "Destinatário recusado."],
] as const)("%s invitation mail is shown as '%s'", async (_, text, state, error) => {
  await show({ canSendMail: true, expires_at: OPEN, mail: { state, error } });
  expect(screen.getByText(text)).toBeTruthy();
});
