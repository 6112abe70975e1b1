/** The services manager, and its changes on the site. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { openPage, openPanel, signInAsStaff, toast, unique } from "./support/screens.ts";
import {
  addService,
  countOnSite,
  fillServiceForm,
  NETWORKS_PAGE,
  openServices,
  serviceRow,
} from "./support/services.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test.describe("services manager", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("adds a service with all fields, and shows it on the site", async ({ page, anotherContext }) => {
    const title = unique("Rede de Fibra");
    await openPanel(page);
    await page.getByRole("link", { name: "Gerenciar Serviços" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Serviços");
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(9);

    await page.getByRole("link", { name: "Adicionar Serviço" }).click();
    const form = page.getByRole("region", { name: "Novo Serviço" });
    await form.getByRole("textbox", { name: "Título" }).fill(title);
    await form.getByRole("button", { name: "Adicionar Serviço" }).click();
    await expect(toast(page, "Preencha todos os campos obrigatórios.")).toContainText("Erro");
    await expect(form.getByRole("combobox", { name: "Categoria" })).toHaveAttribute("aria-invalid", "true");
    await expect(form.getByRole("textbox", { name: "Título" })).toHaveValue(title);

    await fillServiceForm(form, title);
    await expect(form.getByRole("combobox", { name: "Página do site" })).toHaveValue("support");
    await form.getByRole("button", { name: "Adicionar item" }).click();
    const lines = Array.from({ length: 21 }, (_, index) => `${index + 1}. Linha`);
    await paste(form.getByRole("textbox", { name: "Item 1" }), lines.join("\n"));
    await form.getByRole("button", { name: "Adicionar Serviço" }).click();
    await expect(form.getByText("Use no máximo 20 itens.")).toBeVisible();
    for (let item = 21; item > 0; item--) {
      await form.getByRole("button", { name: `Remover item ${item}`, exact: true }).click();
    }
    await form.getByRole("button", { name: /^Ícone: engrenagem/ }).click();
    await page.getByRole("searchbox", { name: "Buscar ícone" }).fill("antena");
    await page.getByRole("button", { name: /antena/ }).click();
    await expect(form.getByRole("button", { name: /^Ícone: antena/ })).toBeFocused();
    await form.getByRole("button", { name: "Adicionar item" }).click();
    await form.getByRole("textbox", { name: "Item 1" }).fill("Projeto");
    await page.keyboard.press("Enter");
    await expect(form.getByRole("textbox", { name: "Item 2" })).toBeFocused();
    await page.keyboard.insertText("x");
    await form.getByRole("button", { name: "Remover item 2" }).click();
    await paste(form.getByRole("textbox", { name: "Item 1" }), "• Certificação\n• Documentação");
    await expect(form.getByRole("textbox", { name: "Item 3" })).toHaveValue("Documentação");
    await form.getByRole("button", { name: "Mover item 3 para cima" }).click();
    await form.getByRole("switch", { name: "Destaque" }).check();
    await form.getByRole("button", { name: "Adicionar Serviço" }).click();
    await expect(toast(page, "Serviço adicionado!")).toBeVisible();
    await expect(serviceRow(page, title)).toContainText("Destaque");
    await expect(page.getByRole("link", { name: title, exact: true })).toBeFocused();

    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, NETWORKS_PAGE);
    const card = visitor.getByRole("main").getByRole("listitem").filter({ hasText: title });
    await expect(card.first()).toContainText("Fibra óptica em cada andar.");
    await expect(card.first().getByRole("listitem")).toHaveText(["Projeto", "Documentação", "Certificação"]);
  });

  test("edits, hides and duplicates a service", async ({ page, anotherContext }) => {
    const title = unique("Wi-Fi");
    await addService(page, title);
    const visitor = await (await anotherContext()).newPage();
    const onSite = (name: string) => countOnSite(visitor, name);

    await serviceRow(page, title)
      .getByRole("button", { name: `Editar ${title}` })
      .click();
    const form = page.getByRole("region", { name: `Editar: ${title}` });
    await form.getByRole("textbox", { name: "Descrição" }).fill("");
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Preencha todos os campos obrigatórios.")).toBeVisible();
    await form.getByRole("textbox", { name: "Descrição" }).fill("Sinal em todo lugar.");
    await form.getByRole("textbox", { name: "Título" }).fill(`${title} novo`);
    await form.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Serviço atualizado!").first()).toBeVisible();
    const changed = `${title} novo`;
    await expect(serviceRow(page, changed)).toContainText("Sinal em todo lugar.");
    expect([await onSite(title), await onSite(changed)]).toEqual([0, 1]);

    await page.getByRole("switch", { name: `${changed} ativo` }).click();
    await expect(serviceRow(page, changed)).toContainText("Fora do site");
    await expect.poll(() => onSite(changed)).toBe(0);
    await page.getByRole("switch", { name: `${changed} ativo` }).click();
    await expect.poll(() => onSite(changed)).toBe(1);

    await serviceRow(page, changed)
      .getByRole("button", { name: `Duplicar ${changed}` })
      .click();
    const copy = page.getByRole("region", { name: `Editar: ${changed} (cópia)` });
    await expect(copy.getByRole("switch", { name: "Ativo" })).not.toBeChecked();
    await copy.getByRole("button", { name: "Cancelar" }).click();
    await expect(serviceRow(page, `${changed} (cópia)`)).toContainText("Fora do site");
    expect(await onSite(`${changed} (cópia)`)).toBe(0);
  });

  test("deletes and restores a service", async ({ page, anotherContext }) => {
    const title = unique("Passageiro");
    await addService(page, title);
    const visitor = await (await anotherContext()).newPage();
    const onSite = (name: string) => countOnSite(visitor, name);
    await serviceRow(page, title)
      .getByRole("button", { name: `Excluir ${title}` })
      .click();
    const question = page.getByRole("dialog", { name: "Tem certeza que deseja excluir este serviço?" });
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(toast(page, "Serviço removido!")).toBeVisible();
    await expect(serviceRow(page, title)).toHaveCount(0);
    expect(await onSite(title)).toBe(0);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(serviceRow(page, title)).toBeVisible();
    expect(await onSite(title)).toBe(1);

    await serviceRow(page, title)
      .getByRole("button", { name: `Excluir ${title}` })
      .click();
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(serviceRow(page, title)).toHaveCount(0);
    await page
      .getByRole("navigation", { name: "Pastas" })
      .getByRole("link", { name: /Lixeira/ })
      .click();
    await page.getByRole("button", { name: `Restaurar ${title}` }).click();
    await expect(page.getByRole("button", { name: `Restaurar ${title}` })).toHaveCount(0);
    await expect.poll(() => onSite(title)).toBe(1);
  });

  test("has an accessible list", async ({ page }) => {
    test.slow();
    await openServices(page);
    await expectAccessible(page);
  });

  test("has accessible forms", async ({ page }) => {
    test.slow();
    // The search shortens the list behind the form, so that axe runs faster.
    await page.goto("/admin/services/novo?search=Infraestrutura%20de%20Redes");
    await page.getByRole("button", { name: "Adicionar Serviço" }).click();
    await page.getByRole("button", { name: "Adicionar item" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Ícone/ }).click();
    await expect(page.getByRole("searchbox", { name: "Buscar ícone" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/services?search=Infraestrutura%20de%20Redes");
    await page.getByRole("button", { name: "Editar Infraestrutura de Redes" }).click();
    await expect(page.getByRole("textbox", { name: "Item 4" })).toBeVisible();
    await expectAccessible(page);
  });

  test("has accessible confirmations, empty states and trash", async ({ page }) => {
    test.slow();
    const title = unique("Acessível");
    await addService(page, title);
    await page.goto(`/admin/services?search=${encodeURIComponent(title)}`);
    await page.getByRole("button", { name: `Excluir ${title}` }).click();
    await expectAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Excluir" }).click();
    await expect(page.getByRole("heading", { name: "Nenhum serviço encontrado" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/services?folder=trash");
    await expect(page.getByRole("button", { name: `Restaurar ${title}` })).toBeVisible();
    await expectAccessible(page);
  });

  test("is searched without accents, with the search in the address", async ({ page }) => {
    const title = unique("Fibra Óptica");
    await addService(page, title);
    await page.getByRole("searchbox").fill(title.replace("Fibra Óptica", "fibra OPTICA"));
    await expect(page.getByText("1 serviço encontrado")).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1);
    await expect(page.getByRole("button", { name: `Mover ${title}`, exact: true })).toHaveCount(0);
    await page.reload();
    await serviceRow(page, title).getByRole("link", { name: title, exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/services\/[0-9a-f-]{36}\?search=/);
    await page.reload();
    await expect(page.getByRole("region", { name: `Editar: ${title}` })).toBeVisible();
    await page.goto(`/admin/services?search=${randomUUID()}`);
    await page.getByRole("button", { name: "Limpar busca" }).click();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(9);
  });
});

test("editing conflict of a service keeps the chosen title and the colleague's other changes", async ({
  page,
  anotherContext,
  watch,
}) => {
  watch.allow(failedCall(412));
  const title = unique("Disputado");
  await signInAsStaff(page);
  await addService(page, title);
  const colleague = await (await anotherContext()).newPage();
  await signInAsStaff(colleague);
  const fillFields = async (who: Page, fields: Record<string, string>) => {
    for (const [name, text] of Object.entries(fields)) {
      await who.getByRole("textbox", { name }).fill(text);
    }
  };
  const save = (who: Page) => who.getByRole("button", { name: "Salvar" }).click();
  for (const who of [page, colleague]) {
    await who.goto(`/admin/services?search=${encodeURIComponent(title)}`);
    await serviceRow(who, title).getByRole("link", { name: title, exact: true }).click();
    await expect(who.getByRole("textbox", { name: "Título" })).toHaveValue(title);
  }
  await fillFields(colleague, { Título: `${title} deles`, Descrição: "Descrição deles." });
  await save(colleague);
  await expect(toast(colleague, "Serviço atualizado!")).toBeVisible();

  await fillFields(page, { Título: `${title} meu` });
  await page.getByRole("switch", { name: "Destaque" }).check();
  await save(page);
  const conflict = page.getByRole("dialog", { name: "Você já salvou em outra janela" });
  await expect(conflict.getByRole("group")).toHaveCount(1); // the field that both changed
  await expect(conflict.getByRole("group", { name: "Título" })).toContainText(`${title} deles`);
  await expect(conflict.getByRole("group", { name: "Título" })).toContainText(`${title} meu`);
  await expect(conflict.getByText(/^Versão salva por Administrador às \d\d:\d\d$/)).toBeVisible();
  await conflict.getByRole("button", { name: "Voltar ao formulário" }).click();
  await expect(page.getByRole("textbox", { name: "Título" })).toHaveValue(`${title} meu`);
  await save(page);
  await conflict.getByText("Versão desta janela").click();
  await conflict.getByRole("button", { name: "Salvar escolhas" }).click();
  await expect(toast(page, "Serviço atualizado!")).toBeVisible();
  await expect(serviceRow(page, `${title} meu`)).toContainText("Descrição deles.");
  await expect(serviceRow(page, `${title} meu`)).toContainText("Destaque");
});

test("unsaved input survives the deletion of the service by another person", async ({
  page,
  anotherContext,
  watch,
}) => {
  watch.allow(failedCall(404));
  watch.allow(failedCall(412));
  const title = unique("Excluído");
  await signInAsStaff(page);
  await addService(page, title);
  await serviceRow(page, title)
    .getByRole("button", { name: `Editar ${title}` })
    .click();
  await page.getByRole("textbox", { name: "Descrição" }).fill("Digitado há pouco.");
  const tab = page.getByRole("navigation", { name: "Pastas" }).getByRole("link", { name: /^Serviços/ });
  const before = Number(/\d+/.exec((await tab.textContent()) ?? "")?.[0]);
  const colleague = await (await anotherContext()).newPage();
  await signInAsStaff(colleague);
  await openServices(colleague);
  await serviceRow(colleague, title)
    .getByRole("button", { name: `Excluir ${title}` })
    .click();
  await colleague.getByRole("dialog").getByRole("button", { name: "Excluir" }).click();
  await expect(toast(colleague, "Serviço removido!")).toBeVisible();

  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Erro ao atualizar serviço")).toBeVisible();
  await expect(page.getByText("O que você digitou continua aqui")).toBeVisible();
  await expect(tab).toHaveText(`Serviços${before - 1}`);
  await expect(page.getByText(`${before - 1} serviços`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Restaurar", exact: true }).click();
  await expect(toast(page, "Serviço restaurado!")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Descrição" })).toHaveValue("Digitado há pouco.");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(serviceRow(page, title)).toContainText("Digitado há pouco.");
});

test("empty list of services offers to add the first one", async ({ page }) => {
  await signInAsStaff(page);
  await page.route("**/api/services", (route) => route.fulfill({ json: [] }));
  await page.goto("/admin/services");
  await expect(page.getByRole("heading", { name: "Nenhum serviço ainda" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Adicionar Serviço" }).last().click();
  await expect(page.getByRole("region", { name: "Novo Serviço" })).toBeVisible();
});

/** Pastes text into a field by dispatching an event, because scripts can't use the clipboard without permission. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", data);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
