/** The table of contacts: pages, selection, focus, neighbors and trash. */
import type { Page } from "@playwright/test";
import type { Api, Contact } from "./support/api.ts";
import { contactRows, openContacts } from "./support/contacts.ts";
import { signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { UNREACHABLE } from "./support/watch.ts";

test.beforeEach(async ({ page }) => signInAsStaff(page));

const PAGE_SIZE = 50;
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

/** Creates contacts named `<family> 1`, `<family> 2` and so on; the last is the newest. */
async function createFamily(api: Api, family: string, size: number): Promise<Contact[]> {
  const contacts = [];
  for (let number = 1; number <= size; number++) {
    contacts.push(await api.createContact({ name: `${family} ${number}` }));
  }
  return contacts;
}

test("long list is paged forward and back, and an emptied last page leads to the page before", async ({
  page,
  api,
}) => {
  // Filling a page takes many contacts.
  test.slow();
  const family = unique("Página");
  await createFamily(api, family, PAGE_SIZE + 2);
  await openContacts(page, family);
  const pages = page.getByRole("navigation", { name: "Páginas" });
  await expect(contactRows(page, family)).toHaveCount(PAGE_SIZE);
  await expect(pages).toContainText(`1–${PAGE_SIZE} de ${PAGE_SIZE + 2}`);
  await expect(pages.getByRole("link", { name: "Anteriores" })).toBeDisabled();
  await expectAccessible(page);

  await pages.getByRole("link", { name: "Próximos" }).click();
  await expect(contactRows(page, family)).toHaveCount(2);
  await expect(link(page, `${family} 1`)).toBeVisible();
  await expect(pages.getByRole("link", { name: "Próximos" })).toBeDisabled();
  await page.reload();
  await expect(contactRows(page, family)).toHaveCount(2);
  await pages.getByRole("link", { name: "Anteriores" }).click();
  await expect(contactRows(page, family)).toHaveCount(PAGE_SIZE);
  await expect(link(page, `${family} ${PAGE_SIZE + 2}`)).toBeVisible();

  // A last page that loses its rows redirects to the one before.
  await pages.getByRole("link", { name: "Próximos" }).click();
  await expect(contactRows(page, family)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Selecionar a página" }).check();
  await page.getByRole("region", { name: "Ações em massa" }).getByRole("button", { name: "Excluir" }).click();
  await expect(contactRows(page, family)).toHaveCount(PAGE_SIZE);
  await expect(pages).toHaveCount(0);
  await expect(page).not.toHaveURL(/cursor/);
});

test("double click counts as one click", async ({ page, api }) => {
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/api/contacts")) changes.push(request.method());
  });
  const family = unique("Duplo");
  await createFamily(api, family, 4);
  await openContacts(page, family);
  await page.getByRole("button", { name: `Excluir ${family} 4` }).dblclick();
  await expect(toast(page, "Contato excluído")).toBeVisible();
  await expect(contactRows(page, family)).toHaveCount(3);
  expect(changes.splice(0)).toEqual(["DELETE"]);

  await link(page, `${family} 3`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("read");
  changes.length = 0;
  // Loading another page would cancel a request that the server hasn't answered.
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await dialog.getByRole("button", { name: "Excluir" }).dblclick();
  await deleted;
  await expect(dialog).toHaveCount(0);
  await expect(contactRows(page, family)).toHaveCount(2);
  expect(changes.splice(0)).toEqual(["DELETE"]);

  await openContacts(page, family, "trash");
  await page.getByRole("button", { name: `Restaurar ${family} 4` }).dblclick();
  await expect(toast(page, "Contato restaurado")).toBeVisible();
  await expect(contactRows(page, family)).toHaveCount(1);
  expect(changes).toEqual(["POST"]);
});

test("Shift-click selects a range without moving the rows", async ({ page, api }) => {
  const family = unique("Faixa");
  await createFamily(api, family, 4);
  await openContacts(page, family);
  const box = (number: number) => page.getByRole("checkbox", { name: `Selecionar ${family} ${number}` });
  const top = () =>
    contactRows(page, family)
      .last()
      .evaluate((row) => row.getBoundingClientRect().top);
  const before = await top();
  await box(4).click();
  await box(2).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("region", { name: "Ações em massa" })).toContainText("3 selecionados");
  await expect(box(3)).toBeChecked();
  await expect(box(1)).not.toBeChecked();
  expect(await top()).toBe(before);
});

test("connection banner appears above an open dialog, which stays open", async ({
  page,
  api,
  server,
  watch,
}) => {
  watch.allow(UNREACHABLE);
  const family = unique("Sem conexão");
  await createFamily(api, family, 1);
  await openContacts(page, family);
  await link(page, `${family} 1`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("read");
  await server.kill();
  await dialog.getByRole("combobox", { name: "Status" }).selectOption("archived");
  const banner = page.getByRole("alert").filter({ hasText: "Sem conexão com o servidor." });
  const tried = page.waitForEvent("requestfailed");
  await banner.getByRole("button", { name: "Tentar agora" }).click();
  await tried;
  await expect(dialog).toBeVisible();
  await server.restart();
  await expect(banner).toBeHidden({ timeout: 20_000 });
});

test("focus moves to the next row when an opened contact leaves the filter", async ({ page, api }) => {
  const family = unique("Novos");
  await createFamily(api, family, 3);
  await page.goto(
    `/admin/contacts?${new URLSearchParams({ search: family, status: "new", visao: "tabela" })}`,
  );
  await link(page, `${family} 2`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("read");
  await page.keyboard.press("Escape");
  await expect(contactRows(page, family)).toHaveCount(2);
  await expect(link(page, `${family} 1`)).toBeFocused();
});

test("contacts are restored from the trash by their row and by their dialog", async ({ page, api }) => {
  const family = unique("Lixo");
  await createFamily(api, family, 2);
  await openContacts(page, family);
  for (const number of [2, 1]) {
    await page.getByRole("button", { name: `Excluir ${family} ${number}` }).click();
    await expect(link(page, `${family} ${number}`)).toHaveCount(0);
  }
  await expect.poll(() => api.listContacts(family, "trash")).toHaveLength(2);
  await openContacts(page, family, "trash");
  await page.getByRole("button", { name: `Restaurar ${family} 1` }).click();
  await expect(toast(page, "Contato restaurado").filter({ hasText: `${family} 1` })).toBeVisible();
  await expect(contactRows(page, family)).toHaveCount(1);

  await link(page, `${family} 2`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Some de vez depois de 30 dias.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restaurar" }).click();
  await expect(toast(page, "Contato restaurado").filter({ hasText: `${family} 2` })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => api.listContacts(family)).toHaveLength(2);
  expect(await api.listContacts(family, "trash")).toHaveLength(0);
});

test("buttons and keys replace the open contact by its neighbors", async ({ page, api }) => {
  const family = unique("Vizinho");
  const [oldest] = await createFamily(api, family, 3);
  await openContacts(page, family);
  await link(page, `${family} 3`).click();
  const dialog = page.getByRole("dialog");
  const expectContact = async (number: number, position: string) => {
    await expect(dialog.getByRole("heading", { name: `${family} ${number}` })).toBeVisible();
    await expect(dialog).toContainText(position);
  };
  await expectContact(3, "1 de 3 nesta página");
  await expect(dialog.getByRole("button", { name: "Contato anterior" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await dialog.getByRole("button", { name: "Próximo contato" }).click();
  await expectContact(2, "2 de 3 nesta página");
  await page.keyboard.press("j");
  await expectContact(1, "3 de 3 nesta página");
  await page.keyboard.press("j");
  await expectContact(1, "3 de 3 nesta página");
  await page.keyboard.press("ArrowLeft");
  await expectContact(2, "2 de 3 nesta página");
  await page.keyboard.press("k");
  await expectContact(3, "1 de 3 nesta página");
  await page.keyboard.press("ArrowRight");
  await expectContact(2, "2 de 3 nesta página");
  await page.keyboard.press("ArrowRight");
  await expectContact(1, "3 de 3 nesta página");
  expect(new URL(page.url()).pathname).toContain(oldest?.id);
  await expect.poll(async () => (await api.findContact(oldest?.id ?? "")).status).toBe("read");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link(page, `${family} 1`)).toBeFocused();
});

test("all tabs are in view from the width of a tablet on, also with high counts", async ({ page }) => {
  const views = ["waiting", "late", "mine", "next_steps", "unassigned", "new", "all", "spam", "trash"];
  const counts = Object.fromEntries(views.map((view) => [view, 10_000]));
  await page.route("**/api/contacts/summary", (route) =>
    route.fulfill({ json: { ...counts, more_than_counted: views } }),
  );
  await page.goto("/admin/contacts?visao=tabela");
  const tabs = page.getByRole("navigation", { name: "Visões" });
  await expect(tabs.getByRole("link", { name: "Lixeira 10.000+" })).toBeVisible();
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const hidden = await tabs.evaluate((nav) => nav.scrollWidth - nav.clientWidth);
    expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
  }
});
