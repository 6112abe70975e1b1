/** What staff are notified of, and the rules that assign new contacts. */
import { openPanel, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";

const test = testsOnOwnServer();

test("a person chooses the notices, and the choice remains", async ({ page }) => {
  // The headless shell of Chromium denies notifications.
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "default" }));
  await signInAsStaff(page);
  await page.goto("/admin/account");
  await page.getByRole("link", { name: "Abrir Meus Avisos" }).click();
  const assigned = page.getByRole("group", { name: "Atribuído a mim" });
  await expect(page.getByRole("button", { name: "Ligar neste aparelho" })).toBeVisible();
  await assigned.getByRole("combobox").selectOption("daily");
  await assigned.getByRole("switch", { name: "Aparelho" }).uncheck();
  await assigned.getByRole("switch", { name: "E-mail" }).uncheck();
  await expect(assigned).toContainText("Sem canal, você não é avisado.");
  await assigned.getByRole("switch", { name: "E-mail" }).check();
  await page.getByRole("group", { name: "Próximo passo" }).getByRole("combobox").selectOption("never");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Avisos salvos!")).toBeVisible();
  await page.reload();
  await expect(assigned.getByRole("combobox")).toHaveValue("daily");
  await expect(assigned.getByRole("switch", { name: "Aparelho" })).not.toBeChecked();
  await expect(
    page.getByRole("group", { name: "Próximo passo" }).getByRole("switch", { name: "E-mail" }),
  ).toHaveCount(0);
});

test("new contacts go to the people in turn, and the title counts them", async ({ page, api }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await page.getByRole("link", { name: "Distribuição" }).click();
  await page.getByRole("radio", { name: "Várias pessoas, em rodízio" }).check();
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Escolha quem recebe os contatos.")).toBeVisible();
  const add = page.getByLabel("Adicionar ao rodízio");
  await add.selectOption({ index: 1 });
  await page.getByRole("switch", { name: "Quem responde primeiro vira responsável" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Distribuição salva!")).toBeVisible();

  const name = unique("Rodízio");
  await api.createContact({ name });
  await expect
    .poll(async () => (await api.listContacts(name))[0]?.assigned_to, { message: "the assignee" })
    .toBeTruthy();
  await page.reload();
  await expect(page).toHaveTitle(/^\(\d+\) Distribuição/);
});

test("services of the form have a person each", async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/assignment");
  await page.getByRole("radio", { name: "A pessoa do serviço" }).check();
  const services = page.getByRole("group", { name: "Pessoa de cada serviço" });
  const first = services.getByRole("combobox").first();
  await first.selectOption({ index: 1 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Distribuição salva!")).toBeVisible();
  await page.reload();
  await expect(first).not.toHaveValue("");
});
