/** Contact settings: where they appear, conflicts, history and business hours. */
import type { Page } from "@playwright/test";
import { openPage, openPanel, press, signInAsStaff, textBox, toast } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { CONTACT, GENERAL, openSettings, test } from "./support/settings.ts";
import { expect, expectAccessible } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** Saves texts by field name as another person, while the form is open in the test's own page. */
async function saveMeanwhile(other: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  await signInAsStaff(other);
  await openSettings(other, CONTACT);
  for (const [name, text] of Object.entries(texts)) await textBox(other, name).fill(text);
  await press(other, "Salvar Configurações");
  await expect(toast(other, "Configurações salvas!")).toBeVisible();
}

test.describe("contact settings", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("appear on the contact page, in header, footer and links", async ({ page }) => {
    await openPanel(page);
    await page.getByRole("link", { name: "Configurações de Contato" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configurações de Contato");
    await expect(textBox(page, "Horário de Atendimento")).toHaveValue(
      /^Segunda a sexta, 08:00–18:00\nSábado/,
    );
    await expectAccessible(page);
    await textBox(page, "Telefone").fill("(81) 3333-4444");
    await textBox(page, "WhatsApp").fill("(81) 99999-8888");
    await textBox(page, "E-mail").fill("oi@oficina.example");
    await textBox(page, "Endereço").fill("Rua da Aurora, 10, Recife, PE - Brasil");
    await textBox(page, "Facebook").fill("https://facebook.com/oficina");
    await textBox(page, "Horário de Atendimento").fill("Segunda a quinta, 09:00–17:00\nSexta, 09:00–16:00");
    await textBox(page, "Texto sobre a empresa").fill("Consertamos tudo.");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Configurações salvas!")).toBeVisible();

    await openPage(page, "/contato");
    const main = page.getByRole("main");
    await expect(main.getByText("Sexta, 09:00–16:00")).toBeVisible();
    await expect(main.getByRole("link", { name: "Ligar Agora" })).toHaveAttribute(
      "href",
      "tel:+558133334444",
    );
    await expect(main.getByRole("link", { name: "Chat Online" })).toHaveAttribute(
      "href",
      /^https:\/\/wa\.me\/5581999998888\?text=Ol%C3%A1/,
    );
    await expect(page.getByRole("banner").getByText("oi@oficina.example").first()).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer).toContainText("Consertamos tudo.");
    await expect(footer).toContainText("Rua da Aurora, 10, Recife, PE - Brasil");
    await expect(footer.getByRole("link", { name: "Facebook" })).toBeVisible();
    // Two screens edit the same record.
    await openSettings(page, `${GENERAL}?tab=social`);
    await expect(textBox(page, "Facebook")).toHaveValue("https://facebook.com/oficina");
  });

  test("ask which value to save if two people changed the same field", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(412));
    await openSettings(page, CONTACT);
    await saveMeanwhile(await (await anotherContext()).newPage(), {
      Telefone: "(11) 2222-0002",
      Endereço: "Endereço da outra pessoa",
    });

    await textBox(page, "Telefone").fill("(11) 1111-0001");
    await textBox(page, "E-mail").fill("meu@oficina.example");
    await press(page, "Salvar Configurações");
    const dialog = page.getByRole("dialog", { name: "Você já salvou em outra janela" });
    const choice = dialog.getByRole("group", { name: "Telefone" });
    await expect(dialog.getByRole("group")).toHaveCount(1);
    const theirs = choice.getByRole("radio", { name: /^Versão salva por .+ às \d\d:\d\d$/ });
    await expect(theirs).toHaveAccessibleDescription("(11) 2222-0002");
    await expect(choice.getByRole("radio", { name: "Versão desta janela" })).toHaveAccessibleDescription(
      "(11) 1111-0001",
    );
    await expect(dialog.getByRole("button", { name: "Salvar escolhas" })).toBeDisabled();
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Voltar ao formulário" }).click();
    await expect(textBox(page, "Telefone")).toHaveValue("(11) 1111-0001");
    await press(page, "Salvar Configurações");
    await theirs.check();
    await dialog.getByRole("button", { name: "Salvar escolhas" }).click();
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await expect(textBox(page, "Telefone")).toHaveValue("(11) 2222-0002");
    await expect(textBox(page, "Endereço")).toHaveValue("Endereço da outra pessoa");
    await expect(textBox(page, "E-mail")).toHaveValue("meu@oficina.example");
    await openPage(page, "/contato");
    await expect(page.getByRole("main").getByRole("link", { name: "(11) 2222-0002" })).toBeVisible();
    await expect(page.getByRole("main").getByText("meu@oficina.example")).toBeVisible();
  });

  test("are in the form before it accepts input", async ({ page }) => {
    await page.addInitScript(() => {
      const recordFirstValue = () => {
        const phone = document.querySelector<HTMLInputElement>("fieldset:enabled input[name=phone]");
        if (phone) document.documentElement.dataset["first"] ??= phone.value;
      };
      new MutationObserver(recordFirstValue).observe(document, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    });
    await openSettings(page, CONTACT);
    const { first } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect(first).toBe(await textBox(page, "Telefone").inputValue());
  });

  test("are restored from an earlier version", async ({ page }) => {
    await openSettings(page, CONTACT);
    const before = await textBox(page, "Texto sobre a empresa").inputValue();
    await textBox(page, "Texto sobre a empresa").fill("Um texto que durou pouco.");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await press(page, "Histórico");
    const dialog = page.getByRole("dialog", { name: "Histórico: Contato" });
    await expect(dialog.getByText("Versão atual")).toBeVisible();
    await expect(dialog.getByRole("table").first()).toContainText("Um texto que durou pouco.");
    await expectAccessible(page);
    await dialog
      .getByRole("button", { name: /^Restaurar/ })
      .first()
      .click();
    await expect(dialog.getByRole("table", { name: "O que muda se você restaurar" })).toBeVisible();
    await dialog.getByRole("button", { name: "Restaurar esta versão" }).click();
    await expect(toast(page, "Versão restaurada!")).toBeVisible();
    await expect(textBox(page, "Texto sobre a empresa")).toHaveValue(before);
    await openPage(page, "/");
    await expect(page.getByRole("contentinfo")).toContainText(before);
  });
});

test("contact settings show how business hours were parsed", async ({ browser }) => {
  await onServer(browser, Server.start(), async (page) => {
    await signInAsStaff(page);
    await openSettings(page, CONTACT);
    await expect(page.getByText("Contam para o prazo de resposta:")).toContainText(
      "Segunda a sexta, 08:00–18:00; Sábado, 08:00–12:00",
    );
    const hours = textBox(page, "Horário de Atendimento");
    await hours.fill("Segunda a Sexta: 8h às 18h\nSábado sob consulta");
    await press(page, "Salvar Configurações");
    await expect(page.getByText("Não reconhecido: Sábado sob consulta.")).toBeVisible();
    await hours.fill("Ligue quando quiser");
    await press(page, "Salvar Configurações");
    await expect(page.getByText("Nenhuma linha salva tem dias e horários")).toBeVisible();
    await expectAccessible(page);
  });
});

test("contact form names the deadline of the chosen service", async ({ browser, watch }) => {
  watch.allow(failedCall(422));
  await onServer(browser, Server.start(), async (page) => {
    await signInAsStaff(page);
    await openSettings(page, CONTACT);
    const cloud = textBox(page, "Soluções em Nuvem");
    await cloud.fill("10 dias");
    await textBox(page, "Dias sem atendimento").fill("31/02 Festa");
    await press(page, "Salvar Configurações");
    await expect(page.getByText("Linha 1: o dia 31/02 não existe.")).toBeVisible();
    await expect(cloud).toHaveAccessibleDescription("Informe de 1 a 240 horas.");
    await expectAccessible(page);
    await cloud.fill("240");
    await textBox(page, "Dias sem atendimento").fill("9/7 Feriado do estado");
    await press(page, "Salvar Configurações");
    await expect(textBox(page, "Dias sem atendimento")).toHaveValue("09/07: Feriado do estado");
    await openPage(page, "/contato");
    await expect(page.getByText("; em alguns serviços, até")).toBeVisible();
    await page.getByLabel("Serviço de interesse").selectOption("Soluções em Nuvem");
    await expect(page.getByText("; em alguns serviços, até")).toBeHidden();
    await expect(page.getByText(/^Enviando agora, respondemos até \d\d\/\d\d/)).toBeVisible();
  });
});
