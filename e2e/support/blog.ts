/** Steps and locators of the blog manager. */
import type { Locator, Page } from "@playwright/test";
import { unique } from "./screens.ts";
import { expect } from "./test.ts";

export const row = (page: Page, title: string) =>
  page.getByRole("row").filter({ has: page.getByText(title, { exact: true }) });
export const editor = (page: Page) => page.getByRole("dialog", { name: /^(Novo|Editar) Post$/ });
export const content = (page: Page) => editor(page).getByRole("textbox", { name: "Conteúdo" });
export const preview = (page: Page) => page.frameLocator("iframe[title='Prévia do artigo']");

/** Console messages of the browser while the server is unreachable. */
export const UNREACHABLE =
  /^error: Failed to load resource: net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)/;

export async function openBlog(page: Page, search = ""): Promise<void> {
  await page.goto(`/admin/blog${search && `?search=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog e Artigos");
}

/** Fills the editor of a new post without saving it. */
export async function write(
  page: Page,
  text = "## Começo\n\nUm texto.",
): Promise<{ title: string; slug: string }> {
  await page.goto("/admin/blog/new");
  const title = unique("Artigo");
  await editor(page).getByRole("textbox", { name: "Título", exact: true }).fill(title);
  await content(page).fill(text);
  return { title, slug: title.toLowerCase().replaceAll(" ", "-") };
}

export const save = (page: Page) =>
  editor(page)
    .getByRole("button", { name: /^(Criar Post|Salvar)$/ })
    .click();

/** Selects a part of the text in a text area. */
export async function select(area: Locator, text: string): Promise<void> {
  await area.evaluate((element, wanted) => {
    const field = element as HTMLTextAreaElement;
    const from = field.value.indexOf(wanted);
    field.focus();
    field.setSelectionRange(from, from + wanted.length);
  }, text);
}

/** Pastes or drops a file on an element with an event, because a page can't set the clipboard. */
export async function give(
  area: Locator,
  how: "paste" | "drop",
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  await area.evaluate(
    (element, { how, name, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data });
      element.dispatchEvent(event);
    },
    { how, name, bytes: [...bytes] },
  );
}
