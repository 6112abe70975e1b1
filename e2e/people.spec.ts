/** Personal data: search, view, erasure with a certificate, verification of the certificate, and retention rules. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { press, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test("person is found and erased, and the certificate is verified without JavaScript", async ({
  page,
  api,
  browser,
}) => {
  const [name, email] = [unique("Pessoa"), `pessoa-${randomUUID()}@exemplo.com.br`];
  await api.createContact({ name, email });
  await signInAsStaff(page);
  await page.goto("/admin/people");
  await page.getByRole("searchbox", { name: "Buscar pessoa" }).fill(name);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Contatos enviados (1)" })).toBeVisible();
  await expectAccessible(page);

  await press(page, "Apagar dados da pessoa");
  const question = page.getByRole("dialog");
  await question.getByRole("textbox").fill(email);
  const downloading = page.waitForEvent("download");
  await press(question, "Apagar dados da pessoa");
  await expect(toast(page, "Dados da pessoa apagados")).toBeVisible();
  const path = await (await downloading).path();
  await press(page.getByRole("dialog", { name: "Dados apagados" }), "Concluir");
  await expect(page.getByText("Contatos enviados (1)")).toBeHidden();

  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(new URL("/privacidade/certificado", page.url()).href);
  await visitor.getByLabel("Ou o arquivo do certificado").setInputFiles(path);
  await visitor.getByLabel("E-mail (opcional)").fill(email);
  await visitor.getByRole("button", { name: "Conferir certificado" }).click();
  await expect(visitor.getByRole("heading", { name: "Certificado válido" })).toBeVisible();
  await expect(visitor.getByText("O e-mail informado é o do certificado.")).toBeVisible();
  await visitor
    .getByLabel("Texto do certificado")
    .fill(readFileSync(path, "utf8").replace('"count": 1', '"count": 2'));
  await visitor.getByRole("button", { name: "Conferir certificado" }).click();
  await expect(visitor.getByRole("heading", { name: "Certificado alterado" })).toBeVisible();
  await visitor.close();
});

test("period of a retention rule is validated and saved", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  await signInAsStaff(page);
  await page.goto("/admin/people/retention");
  const rule = page.getByRole("form", { name: "E-mails da caixa de saída" });
  await expect(rule).toContainText("Nada apagado até agora.");
  await expectAccessible(page);
  await rule.getByRole("spinbutton", { name: "Dias" }).fill("3");
  await press(rule, "Salvar");
  await expect(rule).toContainText("Informe de 7 a 3650 dias.");
  await rule.getByRole("spinbutton", { name: "Dias" }).fill("120");
  await press(rule, "Salvar");
  await expect(toast(page, "Prazo salvo")).toBeVisible();
  await page.reload();
  await expect(rule.getByRole("spinbutton", { name: "Dias" })).toHaveValue("120");
});
