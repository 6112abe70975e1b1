/** Contacts of every channel: recorded with a code of the WhatsApp link, and merged. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { openPage, press, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const pane = (page: Page, name: string) => page.getByRole("article", { name });
const randomPhone = () => `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`;

/** Opens the WhatsApp link of a page in a tab, which it closes. Returns the message that the link prepares. */
async function openWhatsapp(page: Page, path: string): Promise<string> {
  const context = page.context();
  await openPage(page, path);
  const tab = context.waitForEvent("page");
  const opened = context.waitForEvent("request", (request) => request.url().startsWith("https://wa.me/"));
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /WhatsApp/ })
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  const url = new URL((await opened).url());
  await (await tab).close();
  return url.searchParams.get("text") ?? "";
}

test("contact is recorded by keyboard with the message of the WhatsApp link", async ({ page, watch }) => {
  watch.allowHosts(["wa.me"]);
  watch.allow(failedCall(422, "/api/contacts/"));
  const message = await openWhatsapp(page, "/servicos");
  expect(message).toMatch(/Protocolo: ([0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
  await signInAsStaff(page);
  await page.goto("/admin/contacts?view=unassigned");
  await expect(page.getByRole("button", { name: "Novo contato" })).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Novo contato" });
  await dialog.getByRole("button", { name: "Registrar" }).click();
  await expect(dialog.getByText("Informe o e-mail ou o telefone.")).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel("Canal").selectOption("WhatsApp");
  const code = dialog.getByLabel("Mensagem ou protocolo do WhatsApp");
  const name = unique("Zap");
  await dialog.getByLabel("Nome").fill(name);
  await dialog.getByLabel("Telefone").fill(randomPhone());
  await code.fill("Protocolo: AAAAA-AAAAA-AAAAA-AAAAA");
  await code.blur();
  await expect(dialog.getByText(/Este protocolo não é válido/)).toBeVisible();
  await code.fill(`Quero dez notebooks.\n\n${message}`);
  await expect(dialog.getByText(/Protocolo válido: .* na página Serviços/)).toBeVisible();
  const text = dialog.getByLabel("O que a pessoa quer");
  await expect(text).toHaveValue(/^Quero dez notebooks\./);
  await expect(text).not.toHaveValue(/Protocolo/);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Registrar" }).click();
  const opened = pane(page, name);
  await expect(opened.getByRole("heading", { name })).toBeFocused();
  await expect(page).toHaveURL(/view=unassigned/);
  const facts = opened.getByRole("complementary", { name: "Dados do contato" });
  await expect(opened.getByText("Quero dez notebooks.")).toBeVisible();
  await expect(facts.getByText("Botão de WhatsApp do site")).toBeVisible();
  await expect(facts.getByText("Nenhum: não veio pelo formulário do site")).toBeVisible();
  await expect(opened.getByText("Este contato não tem e-mail")).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press("Escape");
  await press(page, "Novo contato");
  await dialog.getByLabel("Canal").selectOption("WhatsApp");
  await code.fill(message);
  await code.blur();
  await dialog.getByRole("link", { name: "Abrir o contato" }).click();
  await expect(opened).toBeVisible();
});

test("contacts of one person are merged, and the merge is undone", async ({ page, api }) => {
  const family = unique("Juntos");
  const phone = randomPhone();
  const first = await api.createContact({ name: `${family} A`, phone, message: "Oi pelo site." });
  const second = await api.createContact({ name: `${family} B`, phone, message: "Alguém viu?" });
  await signInAsStaff(page);
  await page.goto(
    `/admin/contacts/${second.id}?${new URLSearchParams({ search: family, visao: "conversa" })}`,
  );
  const opened = pane(page, second.name);
  const facts = opened.getByRole("complementary", { name: "Dados do contato" });
  await expect(facts.getByText("1 outro contato desta pessoa")).toBeVisible();
  await facts.getByRole("button", { name: "Juntar" }).click();
  const dialog = page.getByRole("dialog", { name: "Juntar contatos" });
  await expect(dialog.getByText("Oi pelo site.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Juntar 1 contato" }).click();
  await expect(toast(page, "Contatos juntados")).toBeVisible();
  const timeline = opened.getByRole("region", { name: "Linha do tempo" });
  await expect(timeline.getByText("Oi pelo site.")).toBeVisible();
  await expect(page.getByRole("row").getByRole("link", { name: first.name })).toHaveCount(0);
  await expectAccessible(page);
  await timeline.getByRole("button", { name: "Desfazer a junção" }).click();
  await expect(toast(page, "Junção desfeita")).toBeVisible();
  await expect(page.getByRole("row").getByRole("link", { name: first.name })).toBeVisible();

  await page.goto("/admin/results");
  await page.getByRole("group", { name: "Agrupar por" }).getByRole("button", { name: "Canal" }).click();
  const table = page.getByRole("table", { name: "De onde vieram" });
  await expect(table.getByRole("link", { name: "Formulário do site" })).toBeVisible();
  await press(page, "Adicionar");
  const editor = page.getByRole("dialog", { name: "Nova campanha" });
  const campaign = unique("Natal");
  await editor.getByLabel("Nome").fill(campaign);
  await editor.getByLabel("Valor de utm_campaign").fill(campaign);
  await editor.getByRole("button", { name: "Adicionar" }).click();
  await expect(page.getByRole("button", { name: campaign, exact: true })).toBeVisible();
  await expectAccessible(page);
});
