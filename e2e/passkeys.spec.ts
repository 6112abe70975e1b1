/** Passkeys, with a virtual authenticator in the browser. */
import type { CDPSession, Page } from "@playwright/test";
import {
  createAdmin,
  forgetSession,
  openSecurity,
  refuseUntilStepUp,
  signIn,
  signUp,
} from "./support/accounts.ts";
import { openPage, signInAsStaff, toast } from "./support/screens.ts";
import { expect, expectAccessible, test as base } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** A virtual authenticator. */
interface Device {
  cdp: CDPSession;
  id: string;
}

const test = base.extend<{ device: Device }>({
  // Browsers support passkeys only for host names, not for IP addresses.
  baseURL: async ({ server }, use) => use(server.url.replace("127.0.0.1", "localhost")),
  device: [async ({ page }, use) => use(await addDevice(page)), { auto: true }],
});

/** Disables the conditional prompt, which a virtual authenticator answers at once. */
const disableConditionalPrompt = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

test("visitor creates a passkey, signs in with it and removes it", async ({ page, device }) => {
  test.slow();
  await disableConditionalPrompt(page);
  const person = await signUp(page);
  const section = await openSecurity(page);
  await createPasskey(page, "Celular");
  await expect(section.getByRole("heading", { name: "Códigos de recuperação" })).toBeFocused();
  await section.getByRole("button", { name: "Já guardei os códigos" }).click();

  await section.getByRole("button", { name: "Renomear Celular" }).click();
  const name = section.getByRole("textbox", { name: "Nome da chave" });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Celular");
  await name.fill("Notebook");
  await page.keyboard.press("Enter");
  await expect(section.getByText("Notebook", { exact: true })).toBeVisible();
  await expect(section.getByText("Ainda não usada")).toBeVisible();

  await forgetSession(page);
  await openPage(page, "/auth?next=%2Fconta");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL("**/conta");
  await expect(section.getByText("Último uso em")).toBeVisible();
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ["localhost", true],
  ]);
  expect(Buffer.from(credentials[0]?.userHandle ?? "", "base64").toString()).not.toContain(person.email);

  await section.getByRole("button", { name: "Remover Notebook" }).click();
  await expect(section.getByRole("heading", { name: "Remover esta chave de acesso?" })).toBeFocused();
  await section.getByRole("button", { name: "Remover chave" }).click();
  await expect(toast(page, "Chave de acesso removida")).toBeVisible();
  await expect(section.getByText("Notebook", { exact: true })).toHaveCount(0);
});

test("passkey or recovery code is required after the password", async ({ page, device, watch }) => {
  watch.allow(failedCall(401));
  watch.allow(failedCall(422));
  await disableConditionalPrompt(page);
  const person = await signUp(page);
  const section = await openSecurity(page);
  await createPasskey(page, "Celular");
  const codes = section.getByRole("region", { name: "Códigos de recuperação" }).getByRole("listitem");
  const [first = ""] = await codes.allInnerTexts();

  await forgetSession(page);
  await openPage(page, "/auth");
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Confirme que é você" })).toBeFocused();
  await expectAccessible(page);
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: false });
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await expect(toast(page, "Não foi possível entrar com a chave")).toBeVisible();
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: true });
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await forgetSession(page);
  await openPage(page, "/auth");
  await signIn(page, person);
  await page.getByRole("textbox", { name: "Código de recuperação" }).fill(first);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
});

test("staff create, use and remove a passkey in the panel", async ({ page, server, watch }) => {
  test.slow();
  watch.allow(failedCall(403));
  await disableConditionalPrompt(page);
  await signInAsStaff(page, createAdmin(server));
  await page.goto("/admin/security");
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
  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await page.waitForURL("**/admin/dashboard");
  await page.goto("/admin/security");
  await expect(page.getByText(/último uso em/)).toBeVisible();

  await refuseUntilStepUp(page, /\/api\/auth\/passkeys\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Remover Celular" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remover" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usar uma chave de acesso" }).click();
  await expect(toast(page, "Chave de acesso removida")).toBeVisible();
  await expect(page.getByText("Celular", { exact: true })).toHaveCount(0);
});

test("passkey chosen from the browser's autofill signs in to the site", async ({ page }) => {
  await signUp(page);
  await openSecurity(page);
  await createPasskey(page, "Celular");
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
  await forgetSession(page);
  // The virtual authenticator chooses the passkey as soon as the form offers it.
  await page.goto("/auth?next=%2Fconta");
  await page.waitForURL("**/conta");
});

test("passkey chosen from the browser's autofill signs in to the panel", async ({ page, server }) => {
  test.slow();
  await signInAsStaff(page, createAdmin(server));
  await page.goto("/admin/security");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Nome" }).fill("Celular");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
  await forgetSession(page);
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
});

test("conditional passkey prompt is renewed after a click and before it expires", async ({
  page,
  device,
}) => {
  await signUp(page);
  await openSecurity(page);
  await createPasskey(page, "Celular");
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
  await forgetSession(page);
  let challenges = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/login/passkey/challenge")) challenges++;
  });
  const setVerified = (isUserVerified: boolean) =>
    device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified });
  await setVerified(false);
  await page.clock.install();
  await openPage(page, "/auth?next=%2Fconta");
  await expect.poll(() => challenges).toBe(1);
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await expect(toast(page, "Não foi possível entrar com a chave")).toBeVisible();
  await expect.poll(() => challenges, "one challenge for the click, one for the renewed prompt").toBe(3);
  await page.clock.fastForward("04:00");
  await expect.poll(() => challenges, "renewed before the challenge expires").toBe(4);
  await setVerified(true);
  await page.clock.fastForward("04:00");
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

/** Creates a passkey on the account page, and leaves the recovery codes on the screen. */
async function createPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  const field = page.getByRole("textbox", { name: "Nome da chave" });
  await expect(field).toBeFocused();
  await field.fill(name);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Chave de acesso criada")).toBeVisible();
}
