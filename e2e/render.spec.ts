/** A renderer that throws, loops or fills its memory must not cost a visitor the page. */
import { ContactForm, hydrated, toast, unique } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

for (const fault of ["throw", "loop", "memory"]) {
  test(`pages work when rendering fails: ${fault}`, async ({ browser }) => {
    const server = await Server.start({ VITRINE_RENDER_FAULT: fault });
    const context = await browser.newContext({ baseURL: server.url });
    try {
      const answer = await fetch(server.url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(await answer.text()).toContain('<div id="root"></div>');

      const page = await context.newPage();
      await page.goto("/");
      await hydrated(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/\S/);
      const strokes = page.getByRole("img").first().locator("path");
      await expect.poll(() => strokes.count(), "the browser draws for itself").toBeGreaterThan(20);

      await page.goto("/contato");
      await hydrated(page);
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
}
