/** What staff type and a crash of the browser interrupts is in the form again when they come back. */
import type { Locator, Page } from "@playwright/test";
import { dialog, open as openMenu, row as entry } from "./support/menu-footer.ts";
import { png } from "./support/picture.ts";
import { box, press, signInAsStaff, toast, unique } from "./support/screens.ts";
import { addService, fill, row } from "./support/services.ts";
import { CONTACT, GENERAL, open } from "./support/settings.ts";
import { expect, expectAccessible, testsWithServerOfTheirOwn } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

// These change what every page says.
const test = testsWithServerOfTheirOwn();

const notice = (where: Page | Locator) => where.getByText("Recuperamos o que você digitou");

/** The browser goes down without asking anybody anything; its profile stays. */
async function crash(page: Page): Promise<Page> {
  const context = page.context();
  await page.close();
  return context.newPage();
}

test.describe("what is typed and not saved comes back", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("of a new service, until it is given up or saved", async ({ page }) => {
    const title = unique("Cabeamento");
    await page.goto("/admin/services/novo");
    const form = (of: Page) => of.getByRole("region", { name: "Novo Serviço" });
    await fill(form(page), title);
    await press(form(page), "Adicionar item");
    await box(form(page), "Item 1").fill("Projeto");
    await page.keyboard.press("Enter");
    await box(form(page), "Item 2").fill("Certificação");
    await press(form(page), "Remover item 1");

    const again = await crash(page);
    await again.goto("/admin/services/novo");
    await expect(notice(form(again))).toBeVisible();
    await expect(box(form(again), "Título")).toHaveValue(title);
    await expect(box(form(again), "Item 1")).toHaveValue("Certificação");
    await expect(box(form(again), "Item 2")).toHaveCount(0);
    await expectAccessible(again);

    await press(form(again), "Cancelar");
    const question = again.getByRole("dialog", { name: "Sair sem salvar?" });
    await press(question, "Sair sem salvar");
    await again.goto("/admin/services/novo");
    await expect(box(form(again), "Título")).toHaveValue("");
    await expect(notice(again)).toHaveCount(0);

    await fill(form(again), title);
    const third = await crash(again);
    await third.goto("/admin/services/novo");
    await expect(box(form(third), "Título")).toHaveValue(title);
    await press(form(third), "Adicionar Serviço");
    await expect(row(third, title)).toBeVisible();
    await third.goto("/admin/services/novo");
    await expect(box(form(third), "Título")).toHaveValue("");
    await expect(notice(third)).toHaveCount(0);
  });

  test("of a service that somebody else has saved meanwhile, and neither version is lost", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(412));
    const title = unique("Backup");
    await addService(page, title);
    await page.getByRole("link", { name: title, exact: true }).click();
    const form = (of: Page) => of.getByRole("region", { name: `Editar: ${title}` });
    await box(form(page), "Descrição").fill("Minha descrição.");
    const address = page.url();

    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other);
    await other.goto(address);
    await box(form(other), "Descrição").fill("A descrição da outra pessoa.");
    await press(form(other), "Salvar");
    await expect(toast(other, "Serviço atualizado!")).toBeVisible();

    const again = await crash(page);
    await again.goto(address);
    await expect(notice(form(again))).toBeVisible();
    await expect(box(form(again), "Descrição")).toHaveValue("Minha descrição.");
    await press(form(again), "Salvar");
    const question = again.getByRole("dialog", { name: "Outra pessoa salvou antes de você" });
    await expect(question.getByText("A descrição da outra pessoa.")).toBeVisible();
    await question.getByRole("radio", { name: "Sua versão" }).check();
    await press(question, "Salvar escolhas");
    await expect(form(again)).toHaveCount(0);
    await again.goto(address);
    await expect(box(form(again), "Descrição")).toHaveValue("Minha descrição.");
    await expect(notice(again)).toHaveCount(0);
  });

  test("of an item of the menu, and can be given up for what is saved", async ({ page }) => {
    const editor = (of: Page) => dialog(of, "Editar Item: Sobre");
    await openMenu(page);
    await press(entry(page, "Sobre"), "Editar Sobre");
    await box(editor(page), "Texto do Menu").fill("Quem somos");

    const again = await crash(page);
    await openMenu(again);
    await press(entry(again, "Sobre"), "Editar Sobre");
    await expect(notice(editor(again))).toBeVisible();
    await expect(box(editor(again), "Texto do Menu")).toHaveValue("Quem somos");
    await expectAccessible(again);
    await press(editor(again), "Descartar");
    await expect(box(editor(again), "Texto do Menu")).toHaveValue("Sobre");
    await expect(notice(again)).toHaveCount(0);
    // Nothing is unsaved any more, so nobody is asked.
    await press(editor(again), "Cancelar");
    await expect(editor(again)).toHaveCount(0);
  });

  test("of a new section of the footer with its links", async ({ page }) => {
    const title = unique("Parceiros");
    const form = (of: Page) => dialog(of, "Nova Seção");
    await openMenu(page, "rodape");
    await press(page, "Nova Seção");
    await box(form(page), "Título").fill(title);
    await press(form(page), "Adicionar link");
    await box(form(page), "Texto do link 1").fill("Fabricantes");
    await box(form(page), "Endereço do link 1").fill("/sobre");

    const again = await crash(page);
    await openMenu(again, "rodape");
    await press(again, "Nova Seção");
    await expect(notice(form(again))).toBeVisible();
    await expect(box(form(again), "Texto do link 1")).toHaveValue("Fabricantes");
    await expect(box(form(again), "Endereço do link 1")).toHaveValue("/sobre");
    await press(form(again), "Cancelar");
    const question = again.getByRole("dialog", { name: "Sair sem salvar?" });
    await press(question, "Continuar editando");
    await press(form(again), "Adicionar");
    await expect(entry(again, title)).toBeVisible();

    await press(again, "Nova Seção");
    await expect(box(form(again), "Título")).toHaveValue("");
    await box(form(again), "Título").fill("Desta vez, não");
    await press(form(again), "Cancelar");
    await press(question, "Sair sem salvar");
    await press(again, "Nova Seção");
    await expect(box(form(again), "Título")).toHaveValue("");
    await expect(notice(again)).toHaveCount(0);
  });

  test("of the settings, whether the server is there or not", async ({ page, server, watch }) => {
    watch.allow(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open(page, CONTACT);
    await server.kill();
    await box(page, "Telefone").fill("(11) 2222-1234");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Erro ao salvar")).toBeVisible();

    const again = await crash(page);
    await server.restart();
    await open(again, CONTACT);
    await expect(notice(again)).toBeVisible();
    await expect(box(again, "Telefone")).toHaveValue("(11) 2222-1234");
    await expect(again.getByText("Alterações não salvas")).toBeVisible();
    await expectAccessible(again);
    await press(again, "Salvar Configurações");
    await expect(toast(again, "Configurações salvas!")).toBeVisible();
    await expect(notice(again)).toHaveCount(0);
    await open(again, CONTACT);
    await expect(box(again, "Telefone")).toHaveValue("(11) 2222-1234");
    await expect(notice(again)).toHaveCount(0);
  });

  test("of a tab that isn't shown, and of a window over it", async ({ page }) => {
    await open(page, `${GENERAL}?aba=seo`);
    const kept = "Um título que ninguém salvou";
    const saved = await box(page, "Título da Página (aba do navegador)").inputValue();
    await box(page, "Título da Página (aba do navegador)").fill(kept);
    await page.getByRole("tab", { name: "Analytics" }).click();
    await press(page, "Configurar Analytics: Hotjar");
    const code = (of: Page) => of.getByRole("dialog", { name: "Configurar Hotjar" }).getByRole("textbox");
    await code(page).fill("123");

    const again = await crash(page);
    await open(again, `${GENERAL}?aba=analytics`);
    await press(again, "Configurar Analytics: Hotjar");
    await expect(code(again)).toHaveValue("123");
    await press(again, "Cancelar");
    await press(again.getByRole("dialog", { name: "Sair sem salvar?" }), "Sair sem salvar");
    await press(again, "Configurar Analytics: Hotjar");
    await expect(code(again)).toHaveValue("");
    await press(again, "Cancelar");
    // Only that window's was given up.
    await again.getByRole("tab", { name: /^SEO/ }).click();
    await expect(box(again, "Título da Página (aba do navegador)")).toHaveValue(kept);
    await press(again, "Descartar");
    await expect(box(again, "Título da Página (aba do navegador)")).toHaveValue(saved);
    await expect(notice(again)).toHaveCount(0);
  });

  test("of what a picture shows", async ({ page, api }) => {
    const { id } = await api.uploadPicture("guardada.png", png(400, 300));
    const editor = (of: Page) => of.getByRole("dialog", { name: "guardada.png" });
    await page.goto(`/admin/media/${id}`);
    await box(editor(page), "Texto alternativo").fill("A equipe");
    const height = (of: Page) => editor(of).getByRole("slider", { name: /^Vertical/ });
    await height(page).fill("20");

    const again = await crash(page);
    await again.goto(`/admin/media/${id}`);
    await expect(notice(editor(again))).toBeVisible();
    await expect(box(editor(again), "Texto alternativo")).toHaveValue("A equipe");
    await expect(editor(again).getByText("Quem não vê a imagem")).toHaveCount(0);
    await expect(height(again)).toHaveValue("20");
    await press(editor(again), "Salvar");
    await expect(toast(again, "Imagem atualizada!")).toBeVisible();
    await expect(notice(again)).toHaveCount(0);
    await again.reload();
    await expect(box(editor(again), "Texto alternativo")).toHaveValue("A equipe");
    await expect(notice(again)).toHaveCount(0);
  });
});
