/** Pages that the browser renders because rendering on the server failed. */
import { ContactForm, toast, unique, waitUntilStarted } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("pages and the contact form work when rendering on the server fails", async ({ browser }) => {
  await onServer(browser, Server.start({ VITRINE_RENDER_FAULT: "throw" }), async (page, server) => {
    const answer = await fetch(server.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(await answer.text()).toContain('<div id="root"></div>');

    await page.goto("/");
    await waitUntilStarted(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/\S/);
    const strokes = page.getByRole("img").first().locator("path");
    await expect.poll(() => strokes.count(), "the browser renders the drawing").toBeGreaterThan(20);

    await page.goto("/contato");
    await waitUntilStarted(page);
    const form = new ContactForm(page);
    await form.fill(unique("Resiliente"));
    await form.submit.click();
    await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
    expect((await fetch(`${server.url}/healthz/live`)).status).toBe(200);
  });
});
