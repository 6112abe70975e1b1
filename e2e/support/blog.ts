/** Steps and locators of the blog manager. */
import type { Locator, Page } from "@playwright/test";
import { slugOf, unique } from "./screens.ts";
import { expect } from "./test.ts";

/** The row of a post in the list. */
export const postRow = (page: Page, title: string) =>
  page.getByRole("row").filter({ has: page.getByText(title, { exact: true }) });
export const editor = (page: Page) => page.getByRole("dialog", { name: /^(Novo|Editar) Post$/ });
export const contentField = (page: Page) => editor(page).getByRole("textbox", { name: "Conteúdo" });
export const articlePreview = (page: Page) => page.frameLocator("iframe[title='Prévia do artigo']");

/** Opens the list of posts. */
export async function openBlog(page: Page, search = ""): Promise<void> {
  await page.goto(`/admin/blog${search && `?search=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog e Artigos");
}

/** Fills the editor of a new post without saving it. Returns the title and the suggested slug. */
export async function writePost(
  page: Page,
  text = "## Começo\n\nUm texto.",
): Promise<{ title: string; slug: string }> {
  await page.goto("/admin/blog/new");
  const title = unique("Artigo");
  await editor(page).getByRole("textbox", { name: "Título", exact: true }).fill(title);
  await contentField(page).fill(text);
  return { title, slug: slugOf(title) };
}

/** Clicks the editor's button to create or save the post. */
export const savePost = (page: Page) =>
  editor(page)
    .getByRole("button", { name: /^(Criar Post|Salvar)$/ })
    .click();

/** Selects the first occurrence of a text in a text area. */
export async function selectText(area: Locator, text: string): Promise<void> {
  await area.evaluate((element, wanted) => {
    const field = element as HTMLTextAreaElement;
    const from = field.value.indexOf(wanted);
    field.focus();
    field.setSelectionRange(from, from + wanted.length);
  }, text);
}

/** Pastes or drops a PNG file by dispatching an event, because scripts can't put files on the clipboard. */
export async function insertPicture(
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
