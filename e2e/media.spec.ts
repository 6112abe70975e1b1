/** Pictures: from a file to the public pages that show them. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { png } from "./support/picture.ts";
import { openPage } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** The file that the browser chose among those a picture comes in, and how wide it is. */
async function shown(page: Page, name: string): Promise<{ file: string; width: number }> {
  const picture = page.getByRole("main").getByRole("img", { name });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("complete", true);
  return picture.evaluate((image: HTMLImageElement) => ({
    file: image.currentSrc.replace(/^.*-(?=\d+\.webp)/, ""),
    width: image.naturalWidth,
  }));
}

test("an article's pictures come in the width that the screen needs, and nothing moves for them", async ({
  page,
  api,
}) => {
  const [cover, inText] = [
    await api.uploadPicture("capa.png", png(1600, 900), "Capa de teste"),
    await api.uploadPicture("texto.png", png(1500, 1000), "Quadro no texto"),
  ];
  const slug = `fotos-${randomUUID()}`;
  await api.createPost({
    title: `Fotos ${slug}`,
    slug,
    featured_image: cover.url,
    content: `${"Um parágrafo. ".repeat(40)}\n\n![](${inText.url})\n\nFim.`,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openPage(page, `/blog/${slug}`);
  expect((await shown(page, "Capa de teste")).file).toBe("480.webp");
  expect((await shown(page, "Quadro no texto")).file).toBe("480.webp");
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, `/blog/${slug}`);
  expect((await shown(page, "Quadro no texto")).file).toBe("960.webp");
  await expectAccessible(page);
});
