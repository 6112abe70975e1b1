/** Local drafts: unsaved input that forms restore after the page was closed. */
import type { Locator, Page } from "@playwright/test";
import { press, signInAsStaff, textBox, toast, unique } from "./support/screens.ts";
import { addService, fillServiceForm, serviceRow } from "./support/services.ts";
import { CONTACT, GENERAL, openSettings } from "./support/settings.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";
import { failedCall, UNREACHABLE } from "./support/watch.ts";

const test = testsOnOwnServer();

const notice = (where: Page | Locator) => where.getByText("Recuperamos o que você digitou");

/** Closes the page without a question about unsaved input, and opens another one in the same browser profile. */
async function crash(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  return context.newPage();
}

test.describe("local draft", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("restores a new service until it is discarded or saved", async ({ page }) => {
    const title = unique("Cabeamento");
    await page.goto("/admin/services/novo");
    const form = (of: Page) => of.getByRole("region", { name: "Novo Serviço" });
    await fillServiceForm(form(page), title);
    await press(form(page), "Adicionar item");
    await textBox(form(page), "Item 1").fill("Projeto");
    await page.keyboard.press("Enter");
    await textBox(form(page), "Item 2").fill("Certificação");
    await press(form(page), "Remover item 1");

    const again = await crash(page);
    await again.goto("/admin/services/novo");
    await expect(notice(form(again))).toBeVisible();
    await expect(textBox(form(again), "Título")).toHaveValue(title);
    await expect(textBox(form(again), "Item 1")).toHaveValue("Certificação");
    await expect(textBox(form(again), "Item 2")).toHaveCount(0);
    await expectAccessible(again);

    await press(form(again), "Cancelar");
    const question = again.getByRole("dialog", { name: "Sair sem salvar?" });
    await press(question, "Sair sem salvar");
    await again.goto("/admin/services/novo");
    await expect(textBox(form(again), "Título")).toHaveValue("");
    await expect(notice(again)).toHaveCount(0);

    await fillServiceForm(form(again), title);
    const third = await crash(again);
    await third.goto("/admin/services/novo");
    await expect(textBox(form(third), "Título")).toHaveValue(title);
    await press(form(third), "Adicionar Serviço");
    await expect(serviceRow(third, title)).toBeVisible();
    await third.goto("/admin/services/novo");
    await expect(textBox(form(third), "Título")).toHaveValue("");
    await expect(notice(third)).toHaveCount(0);
  });

  test("restores changes to a service that another person has saved meanwhile, and asks which version to save", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(412));
    const title = unique("Backup");
    await addService(page, title);
    await page.getByRole("link", { name: title, exact: true }).click();
    const form = (of: Page) => of.getByRole("region", { name: `Editar: ${title}` });
    await textBox(form(page), "Descrição").fill("Minha descrição.");
    const address = page.url();

    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other);
    await other.goto(address);
    await textBox(form(other), "Descrição").fill("A descrição da outra pessoa.");
    await press(form(other), "Salvar");
    await expect(toast(other, "Serviço atualizado!")).toBeVisible();

    const again = await crash(page);
    await again.goto(address);
    await expect(notice(form(again))).toBeVisible();
    await expect(textBox(form(again), "Descrição")).toHaveValue("Minha descrição.");
    await press(form(again), "Salvar");
    const question = again.getByRole("dialog", { name: "Você já salvou em outra janela" });
    await expect(question.getByText("A descrição da outra pessoa.")).toBeVisible();
    await question.getByRole("radio", { name: "Versão desta janela" }).check();
    await press(question, "Salvar escolhas");
    await expect(toast(again, "Serviço atualizado!")).toBeVisible();
    await again.goto(address);
    await expect(textBox(form(again), "Descrição")).toHaveValue("Minha descrição.");
    await expect(notice(again)).toHaveCount(0);
  });

  test("restores settings after the server was unreachable", async ({ page, server, watch }) => {
    watch.allow(UNREACHABLE);
    await openSettings(page, CONTACT);
    await server.kill();
    await textBox(page, "Telefone").fill("(11) 2222-1234");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Erro ao salvar")).toBeVisible();

    const again = await crash(page);
    await server.restart();
    await openSettings(again, CONTACT);
    await expect(notice(again)).toBeVisible();
    await expect(textBox(again, "Telefone")).toHaveValue("(11) 2222-1234");
    await expect(again.getByText("Alterações não salvas")).toBeVisible();
    await press(again, "Salvar Configurações");
    await expect(toast(again, "Configurações salvas!")).toBeVisible();
    await expect(notice(again)).toHaveCount(0);
    await openSettings(again, CONTACT);
    await expect(textBox(again, "Telefone")).toHaveValue("(11) 2222-1234");
    await expect(notice(again)).toHaveCount(0);
  });

  test("restores the input of a hidden tab and of a dialog", async ({ page }) => {
    await openSettings(page, `${GENERAL}?tab=seo`);
    const unsaved = "Um título que ninguém salvou";
    const saved = await textBox(page, "Título da Página (aba do navegador)").inputValue();
    await textBox(page, "Título da Página (aba do navegador)").fill(unsaved);
    await page.getByRole("tab", { name: "Analytics" }).click();
    await press(page, "Configurar Analytics: Hotjar");
    const code = (of: Page) => of.getByRole("dialog", { name: "Configurar Hotjar" }).getByRole("textbox");
    await code(page).fill("123");

    const again = await crash(page);
    await openSettings(again, `${GENERAL}?tab=analytics`);
    await press(again, "Configurar Analytics: Hotjar");
    await expect(code(again)).toHaveValue("123");
    await press(again, "Cancelar");
    await press(again.getByRole("dialog", { name: "Sair sem salvar?" }), "Sair sem salvar");
    await press(again, "Configurar Analytics: Hotjar");
    await expect(code(again)).toHaveValue("");
    await press(again, "Cancelar");
    // Only the dialog's draft was discarded.
    await again.getByRole("tab", { name: /^SEO/ }).click();
    await expect(textBox(again, "Título da Página (aba do navegador)")).toHaveValue(unsaved);
    await press(again, "Descartar");
    await expect(textBox(again, "Título da Página (aba do navegador)")).toHaveValue(saved);
    await expect(notice(again)).toHaveCount(0);
  });
});
