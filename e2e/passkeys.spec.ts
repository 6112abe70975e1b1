/** Passkeys, with an authenticator that the browser plays. */
import type { CDPSession, Page } from "@playwright/test";
import { openPage, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test as base } from "./support/test.ts";

const failedCall = (status: number) => new RegExp(`^error: Failed to load resource: .*${status}`);
const PASSWORD = "girafa de capacete";

interface Device {
  cdp: CDPSession;
  id: string;
}

const test = base.extend<{ page: Page; device: Device }>({
  // Passkeys belong to a site with a name.
  page: async ({ browser, server, watch }, use) => {
    const url = server.url.replace("127.0.0.1", "localhost");
    const context = await browser.newContext({ baseURL: url });
    watch.add(context, url);
    await use(await context.newPage());
    await context.close();
  },
  device: async ({ page }, use) => use(await addDevice(page)),
});

/** Passkeys are asked for by a click: a played authenticator would answer what only waits in the form at once. */
const onlyByClick = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

test("a visitor makes a passkey, signs in with it and removes it", async ({ page, device }) => {
  test.slow();
  await onlyByClick(page);
  const email = await signUp(page);
  const part = await openSecurity(page);
  await create(page, "Celular");
  await expect(part.getByRole("heading", { name: "Códigos de recuperação" })).toBeFocused();
  await expectAccessible(page);
  await part.getByRole("button", { name: "Já guardei os códigos" }).click();

  await part.getByRole("button", { name: "Renomear Celular" }).click();
  const name = part.getByRole("textbox", { name: "Nome da chave" });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Celular");
  await name.fill("Notebook");
  await page.keyboard.press("Enter");
  await expect(part.getByText("Notebook", { exact: true })).toBeVisible();
  await expect(part.getByText("Ainda não usada")).toBeVisible();

  await signOut(page);
  await openPage(page, "/auth?next=%2Fconta");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL("**/conta");
  await expect(part.getByText("Último uso em")).toBeVisible();
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ["localhost", true],
  ]);
  expect(Buffer.from(credentials[0]?.userHandle ?? "", "base64").toString()).not.toContain(email);

  await part.getByRole("button", { name: "Remover Notebook" }).click();
  await expect(part.getByRole("heading", { name: "Remover esta chave de acesso?" })).toBeFocused();
  await part.getByRole("button", { name: "Remover chave" }).click();
  await expect(toast(page, "Chave de acesso removida")).toBeVisible();
  await expect(part.getByText("Notebook", { exact: true })).toHaveCount(0);
});

test("after the password a passkey or a recovery code is asked for", async ({ page, device, watch }) => {
  watch.allow(failedCall(401));
  watch.allow(failedCall(422));
  await onlyByClick(page);
  const email = await signUp(page);
  const part = await openSecurity(page);
  await create(page, "Celular");
  const codes = part.getByRole("region", { name: "Códigos de recuperação" }).getByRole("listitem");
  const [first = ""] = await codes.allInnerTexts();

  await signOut(page);
  await typePassword(page, email);
  await expect(page.getByRole("heading", { name: "Confirme que é você" })).toBeFocused();
  await expectAccessible(page);
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: false });
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await expect(toast(page, "Não foi possível entrar com a chave")).toBeVisible();
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: true });
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await signOut(page);
  await typePassword(page, email);
  await page.getByRole("textbox", { name: "Código de recuperação" }).fill(first);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
});

test("staff make, use and remove theirs in the panel", async ({ page, device, server, watch }) => {
  test.slow();
  watch.allow(failedCall(403));
  expect(device.id).toBeTruthy();
  await onlyByClick(page);
  const email = `${unique("rita").replace(" ", ".")}@exemplo.com.br`;
  server.command(["admin", "create", "--email", email, "--name", "Rita Prado"], `${PASSWORD}\n`);
  await signInAsStaff(page, { email, password: PASSWORD });
  await page.getByRole("link", { name: "Minha Segurança" }).click();
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  const dialog = page.getByRole("dialog", { name: "Nova chave de acesso" });
  await expect(dialog.getByRole("textbox", { name: "Nome" })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Nome" }).fill("Celular");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
  await page.getByRole("button", { name: "Já guardei os códigos" }).click();
  await expect(page.getByRole("checkbox", { name: "Exigir segundo fator da equipe" })).toBeEnabled();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  await page.waitForURL(/\/auth/);
  await page.goto("/admin/login?next=%2Fadmin%2Fsecurity");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL(/\/admin\/(security|dashboard)/);
  await page.goto("/admin/security");
  await expect(page.getByText(/último uso em/)).toBeVisible();

  await refuseUntilProved(page);
  await page.getByRole("button", { name: "Remover Celular" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remover" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usar uma chave de acesso" }).click();
  await expect(toast(page, "Chave de acesso removida")).toBeVisible();
  await expect(page.getByText("Celular", { exact: true })).toHaveCount(0);
});

test("a passkey picked among what the browser fills in signs in", async ({ page, device }) => {
  expect(device.id).toBeTruthy();
  await signUp(page);
  await openSecurity(page);
  await create(page, "Celular");
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
  await signOut(page);
  // The played authenticator picks the passkey as soon as the form offers it.
  await page.goto("/auth?next=%2Fconta");
  await page.waitForURL("**/conta");
});

async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

async function signUp(page: Page): Promise<string> {
  const name = unique("Vera");
  const email = `${name.replace(" ", ".").toLowerCase()}@exemplo.com.br`;
  await openPage(page, "/auth");
  await page.getByRole("tab", { name: "Criar Conta" }).click();
  await page.getByRole("textbox", { name: "Nome completo" }).fill(name);
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Senha" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  return email;
}

async function openSecurity(page: Page) {
  await openPage(page, "/conta");
  return page.getByRole("region", { name: "Segurança", exact: true });
}

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  const field = page.getByRole("textbox", { name: "Nome da chave" });
  await expect(field).toBeFocused();
  await field.fill(name);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Chave de acesso criada")).toBeVisible();
}

async function typePassword(page: Page, email: string): Promise<void> {
  await openPage(page, "/auth");
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "E-mail" }).fill(email);
  await main.getByRole("textbox", { name: "Senha" }).fill(PASSWORD);
  await main.getByRole("button", { name: "Entrar", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  // A page that still asks who is signed in would put the session back.
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** The server's clock can't be moved from here: its refusal is played until somebody has proved who they are. */
async function refuseUntilProved(page: Page): Promise<void> {
  let proved = false;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/auth/step-up") && response.ok()) proved = true;
  });
  await page.route(/\/api\/auth\/passkeys\/[0-9a-f-]{36}$/, (route) =>
    proved
      ? route.continue()
      : route.fulfill({
          status: 403,
          json: { code: "step_up_required", message: "Confirme.", request_id: "" },
        }),
  );
}
