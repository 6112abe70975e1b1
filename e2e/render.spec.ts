/** Pages that the browser renders because rendering on the server failed. */
import { ContactForm, waitUntilHydrated, toast, unique } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("pages and the contact form work when rendering on the server fails", async ({ browser }) => {
  const server = await Server.start({ VITRINE_RENDER_FAULT: "throw" });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const answer = await fetch(server.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.text()).toContain('<div id="root"></div>');

    const page = await context.newPage();
    await page.goto("/");
    await waitUntilHydrated(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/\S/);
    const strokes = page.getByRole("img").first().locator("path");
    await expect.poll(() => strokes.count(), "the browser renders the drawing").toBeGreaterThan(20);

    await page.goto("/contato");
    await waitUntilHydrated(page);
    const form = new ContactForm(page);
    await form.fill(unique("Resiliente"));
    await form.submit.click();
    await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
    expect((await fetch(`${server.url}/healthz/live`)).status).toBe(200);
  } finally {
    await context.close();
    await server.stop();
  }
});
