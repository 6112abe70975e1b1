/** Second factors and step-up in the panel. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { createAdmin, type Person, refuseUntilStepUp } from "./support/accounts.ts";
import { openPage, openPanel, signInAsStaff, toast } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { FAILED_SIGN_IN, failedCall } from "./support/watch.ts";

test("authenticator app is set up and signs in, and a recovery code replaces it", async ({
  page,
  server,
  watch,
}) => {
  // Runs axe on several screens, in both color schemes and at two widths.
  test.slow();
  watch.allow(failedCall(422));
  watch.allow(failedCall(401));
  watch.allow(FAILED_SIGN_IN);
  const rita = createAdmin(server);
  await signInAsStaff(page, rita);
  await openPanel(page);
  await page.getByRole("link", { name: "Minha Segurança" }).click();
  await expect(page.getByText("Inativo")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Exigir segundo fator da equipe" })).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Ativar segundo fator" }).click();
  await expect(page.getByRole("img", { name: /Código QR/ })).toBeVisible();
  await expectAccessible(page);
  const key = await page.locator("code").innerText();
  const field = page.getByRole("textbox", { name: "Código do aplicativo" });
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await field.fill("000");
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await field.fill(totp(key));
  await page.keyboard.press("Enter");

  const codes = page.getByRole("region", { name: "Códigos de recuperação" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const [first = ""] = await codes.allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Baixar" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain(first);
  await page.getByRole("button", { name: "Já guardei os códigos" }).click();
  await expect(codes).toHaveCount(0);
  await expect(page.getByText("10 restantes")).toBeVisible();

  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  await page.waitForURL(/\/auth/);
  await page.goto("/admin/login");
  await typePassword(page, rita);
  await expect(page.getByRole("heading", { name: "Confirme que é você" })).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("12");
  await page.getByRole("button", { name: "Confirmar" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(totp(key, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/dashboard");

  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  await page.waitForURL(/\/auth/);
  await openPage(page, "/auth");
  await typePassword(page.getByRole("main"), rita);
  await expect(page.getByRole("heading", { name: "Confirme que é você" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: /usar um código de recuperação/ }).click();
  await page.getByRole("textbox", { name: "Código de recuperação" }).fill(first);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/security");
  await expect(page.getByText("9 restantes")).toBeVisible();
});

test("recovery codes are replaced and the second factor is turned off", async ({ page, server }) => {
  const rita = createAdmin(server);
  await signInAsStaff(page, rita);
  await enroll(page);
  await page.getByRole("button", { name: "Já guardei os códigos" }).click();
  await page.getByRole("button", { name: "Gerar novos códigos" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("button", { name: "Gerar novos códigos" }).click();
  await expect(toast(page, "Novos códigos gerados")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeFocused();

  await page.getByRole("button", { name: "Desativar segundo fator" }).click();
  await question.getByRole("button", { name: "Desativar" }).click();
  await expect(page.getByText("Inativo")).toBeVisible();
});

test("export of contacts asks for the password again and then continues", async ({ page, server, watch }) => {
  watch.allow(failedCall(403));
  watch.allow(failedCall(422));
  const rita = createAdmin(server);
  await signInAsStaff(page, rita);
  await requireStepUpForExport(page);
  await page.goto("/admin/contacts");
  const button = page.getByRole("button", { name: "Exportar CSV" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
  const field = dialog.getByRole("textbox", { name: "Senha" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await button.click();
  await field.fill("errada");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Senha incorreta.");
  await expect(toast(page, "Erro ao exportar contatos")).toHaveCount(0); // canceling is no error
  await field.fill(rita.password);
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
});

test("staff without the required second factor are led to its setup after sign-in", async ({
  browser,
  watch,
}) => {
  watch.allow(failedCall(403));
  await onServer(browser, Server.start(), async (page, server) => {
    const rita = createAdmin(server);
    await signInAsStaff(page);
    await enroll(page);
    await page.getByRole("checkbox", { name: "Exigir segundo fator da equipe" }).click();
    await expect(toast(page, "Configuração salva")).toBeVisible();
    await page.getByRole("button", { name: "Sair do Sistema" }).click();
    await page.waitForURL(/\/auth/);

    await page.goto("/admin/login");
    await typePassword(page, rita);
    await page.waitForURL("**/admin/security");
    await expect(page.getByRole("alert").filter({ hasText: "exige um segundo fator" })).toBeVisible();
    await expectAccessible(page);
    await enroll(page);
    await page.getByRole("link", { name: "Gerenciar Contatos" }).click();
    await expect(page.getByRole("heading", { name: "Nenhum contato" })).toBeVisible();
  });
});

async function typePassword(page: Pick<Page, "getByRole">, account: Person): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail" }).fill(account.email);
  await page.getByRole("textbox", { name: "Senha" }).fill(account.password);
  await page.getByRole("button", { name: "Entrar" }).click();
}

/** Sets up the authenticator app, and leaves the recovery codes on the screen. */
async function enroll(page: Page): Promise<void> {
  await page.goto("/admin/security");
  await page.getByRole("button", { name: "Ativar segundo fator" }).click();
  const key = await page.locator("code").innerText();
  await page.getByRole("textbox", { name: "Código do aplicativo" }).fill(totp(key));
  await page.getByRole("button", { name: "Ativar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Códigos de recuperação" })).toBeVisible();
}

/** Refuses the export until a step-up, as ten minutes after the sign-in. */
const requireStepUpForExport = (page: Page) => refuseUntilStepUp(page, /\/api\/contacts\/export\.csv/);
