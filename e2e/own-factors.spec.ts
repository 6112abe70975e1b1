/** The second factor of a visitor, on the account page. */
import { readFileSync } from "node:fs";
import { forgetSession, openSecurity, refuseUntilStepUp, signIn, signUp } from "./support/accounts.ts";
import { openPage, toast, waitUntilStarted } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { failedCall } from "./support/watch.ts";

test("visitor turns the second factor on, signs in with it and turns it off", async ({ page, watch }) => {
  // Runs axe several times, in both color schemes and at two widths.
  test.slow();
  watch.allow(failedCall(401));
  watch.allow(failedCall(422));
  const person = await signUp(page);
  const section = await openSecurity(page);
  await expect(section.getByText("Inativo")).toBeVisible();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Ativar segundo fator" }).click();
  await expect(section.getByRole("heading", { name: "Ativar segundo fator" })).toBeFocused();
  await expect(section.getByRole("img", { name: /Código QR/ })).toBeVisible();
  await expectAccessible(page);
  const key = await section.locator("code").innerText();
  const field = section.getByRole("textbox", { name: "Código do aplicativo" });
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await field.fill("000");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(totp(key));
  await page.keyboard.press("Enter");

  await expect(section.getByRole("heading", { name: "Códigos de recuperação" })).toBeFocused();
  const codes = section.getByRole("region", { name: "Códigos de recuperação" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const [first = ""] = await codes.allInnerTexts();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Baixar" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain(first);
  await section.getByRole("button", { name: "Já guardei os códigos" }).click();
  await expect(section.getByText("restantes: 10.")).toBeVisible();

  await forgetSession(page);
  await openPage(page, "/auth?next=%2Fconta");
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Confirme que é você" })).toBeFocused();
  await page.getByRole("textbox", { name: "Código do aplicativo" }).fill(totp(key, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/conta");
  await waitUntilStarted(page);
  await section.getByRole("button", { name: "Desativar segundo fator" }).click();
  await expect(section.getByRole("heading", { name: "Desativar o segundo fator?" })).toBeFocused();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Desativar", exact: true }).click();
  await expect(toast(page, "Segundo fator desativado")).toBeVisible();
  await expect(section.getByText("Inativo")).toBeVisible();
});

test("recovery codes of a visitor are replaced after step-up", async ({ page, watch }) => {
  watch.allow(failedCall(403));
  watch.allow(failedCall(422));
  await signUp(page);
  const section = await openSecurity(page);
  await section.getByRole("button", { name: "Ativar segundo fator" }).click();
  const key = await section.locator("code").innerText();
  await section.getByRole("textbox", { name: "Código do aplicativo" }).fill(totp(key));
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Já guardei os códigos" }).click();

  await refuseUntilStepUp(page, /\/api\/auth\/second-factor\/recovery-codes$/);
  await section.getByRole("button", { name: "Gerar novos códigos" }).click();
  await section.getByRole("button", { name: "Gerar novos códigos" }).click(); // confirms
  const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
  const password = dialog.getByRole("textbox", { name: "Sua senha" });
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await section.getByRole("button", { name: "Gerar novos códigos" }).click();
  await password.fill("errada");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Senha incorreta.")).toBeVisible();
  await expect(toast(page, "Não foi possível gerar os códigos")).toHaveCount(0); // canceling is no error
  await dialog.getByRole("button", { name: "Usar um código do aplicativo" }).click();
  await dialog.getByRole("textbox", { name: "Código do aplicativo" }).fill(totp(key, 1));
  await page.keyboard.press("Enter");
  await expect(section.getByRole("heading", { name: "Códigos de recuperação" })).toBeFocused();
  await expect(toast(page, "Novos códigos gerados")).toBeVisible();
});
