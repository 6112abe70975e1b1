import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Invited, UserRecord } from "@/api/types";
import { SessionProvider } from "@/features/accounts/panel/session";
import { notify } from "@/lib/notify";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { UserAccess } from "./access";

const OPEN = "2999-01-01T00:00:00Z";
const OVER = "2020-01-01T00:00:00Z";
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

async function show(
  isMailed: boolean,
  invitation_expires_at: string | null,
  mailed = false,
  invitation_mail: UserRecord["invitation_mail"] = null,
) {
  const summary = { configured: isMailed, queued: 0, sent: 0, failed: 0, problem: null };
  vi.stubGlobal("fetch", ({ method }: Request) =>
    Promise.resolve(Response.json(method === "GET" ? summary : { ...invited, mailed })),
  );
  const user = {
    id: "1",
    last_login_at: null,
    disabled_at: null,
    sessions: 0,
    second_factor: false,
    role: "editor",
    invitation_expires_at,
    invitation_mail,
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
  if (isMailed) await screen.findByRole("button", { name: /nviar convite/ });
  else await screen.findByText(/ainda não envia e-mails/);
}

const linkButton = () => screen.getByRole("button", { name: /link$|^Criar convite/ });

it.each([
  [false, null, "Criar convite"],
  [false, OVER, "Criar convite"],
  [false, OPEN, "Mostrar link"],
  [true, null, "Criar convite e mostrar link"],
  [true, OPEN, "Mostrar link"],
])("mail server %s, invitation until %s: the link's button is '%s'", async (isMailed, expires_at, name) => {
  await show(isMailed, expires_at);
  expect(linkButton().textContent).toBe(name);
});

it.each([
  [null, "Convite criado."],
  [OPEN, "O link do convite está na tela."],
])("link of an invitation until %s is reported as '%s'", async (expires_at, message) => {
  await show(false, expires_at);
  fireEvent.click(linkButton());
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith(message));
  expect(await screen.findByTitle(invited.link)).toBeTruthy();
});

it("mailed invitation is reported as on its way", async () => {
  await show(true, null, true);
  fireEvent.click(screen.getByRole("button", { name: "Enviar convite" }));
  await waitFor(() => expect(notify.success).toHaveBeenCalledWith("Convite a caminho."));
});

it.each([
  ["sent", null, "O convite foi enviado por e-mail."],
  ["queued", null, "Convite na fila de envio."],
  ["queued", "Sem resposta.", "O convite ainda não foi entregue. Sem resposta."],
  ["failed", "Destinatário recusado.", "O convite não foi entregue. Destinatário recusado."],
] as const)("invitation mail that is %s with error %s is shown as '%s'", async (state, error, text) => {
  await show(true, OPEN, false, { state, error });
  expect(screen.getByText(text)).toBeTruthy();
});
