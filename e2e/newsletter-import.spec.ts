/** The import of subscribers: preview, correction and declaration of consent. */
import { randomUUID } from "node:crypto";
import { press, signInAsStaff, textBox, toast } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const newAddress = (name: string) => `${name}.${randomUUID().slice(0, 8)}@exemplo.com.br`;

test("imported subscribers are previewed, corrected and stored with their consent", async ({ page }) => {
  const [ana, bia] = [newAddress("ana"), newAddress("bia")];
  await signInAsStaff(page);
  await page.goto("/admin/newsletter");
  await press(page, "Importar");
  const dialog = page.getByRole("dialog", { name: "Importar inscrições" });
  const preview = dialog.getByRole("region", { name: "O que acontece com as linhas" });
  await dialog.getByLabel(/Escolha um arquivo/).setInputFiles({
    name: "lista.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`e-mail;data;origem\n${ana};31/02/2025;Feira\n${bia}\n`),
  });
  await expect(preview.getByRole("listitem")).toHaveText(/A data “31\/02\/2025” não existe.*erro/);
  await expect(preview).toContainText("recebe por e-mail um pedido de confirmação");
  await expectAccessible(page);

  await textBox(dialog, "Ou cole as linhas").fill(`${ana};28/02/2025;Feira\n${bia}`);
  await expect(preview, "a preview of other rows is hidden").toBeHidden();
  await press(dialog, "Conferir");
  await expect(preview).toContainText("entra confirmada, com prova de consentimento");
  const submit = dialog.getByRole("button", { name: "Importar" });
  await submit.click();
  const declaration = dialog.getByRole("checkbox", { name: /Declaro que estas pessoas consentiram/ });
  await expect(declaration).toBeFocused();
  await expect(dialog.getByRole("alert")).toHaveText(/Marque a declaração/);
  await declaration.check();
  await submit.click();
  await expect(toast(page, "Inscrições importadas!")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: ana });
  await expect(row).toContainText("Confirmada");
  await row.getByText("Importada").click();
  await expect(row).toContainText("Feira");
  await expect(page.getByRole("row").filter({ hasText: bia })).toContainText("Pendente");
});
