/** Whoever reads the site, however: enlarged, in their own colors, without motion, without scripts, on paper. */
import type { Locator, Page } from "@playwright/test";
import { openPage, withoutJavaScript } from "./support/screens.ts";
import { ARTICLE, furnish, LINKED, MISSING_NOTE, openPublicPage, PAGES } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

/** Words that a part of a page shows, in order. */
const words = (part: Locator) =>
  part.evaluate((element) =>
    (element as HTMLElement).innerText.toLocaleLowerCase("pt-BR").split(/\s+/).filter(Boolean),
  );

/** What a part of a page says and where it leads, with every menu open that can be opened. */
const parts = (part: Locator) =>
  part.evaluate((element) => {
    const isSeen = (one: Element) => one.checkVisibility() && !one.closest(".sr-only");
    const menus = [...element.querySelectorAll("details")].filter(isSeen);
    for (const menu of menus) menu.open = true;
    const found = [...element.querySelectorAll("a")].filter(isSeen).map((link) => link.href);
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      if (parentElement && textContent?.trim() && isSeen(parentElement)) found.push(textContent.trim());
    }
    for (const menu of menus) menu.open = false;
    return found;
  });

/** What is wider than the box that hides the rest of it, and what sticks out of the window. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (!element.checkVisibility() || element.closest("[aria-hidden=true], svg, .sr-only")) continue;
      const { overflowX } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const isCut = ["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isOut = box.right > window.innerWidth + 1 && !element.closest(".table-scroll, pre");
      if (isCut || isOut) found.push(`${element.tagName}.${element.className}`);
    }
    return found;
  });

test.beforeAll(({ server }) => furnish(server.url));

for (const path of [...PAGES, ...LINKED]) {
  test(`${path} says all it has to say when enlarged`, async ({ page, watch }) => {
    watch.allow(MISSING_NOTE);
    await openPublicPage(page, path);
    const header = await parts(page.getByRole("banner"));
    const main = await words(page.getByRole("main"));
    const footer = await words(page.getByRole("contentinfo"));
    for (const part of [header, main, footer]) expect(part).not.toEqual([]);
    // A desk of 1280 pixels at 200 % and at 400 %, as WCAG 1.4.10 asks.
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: width === 640 ? 450 : 256 });
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(sideways, `${width} px`).toBeLessThanOrEqual(0);
      expect(await cutOff(page), `${width} px`).toEqual([]);
      expect(await words(page.getByRole("main")), `${width} px`).toEqual(main);
      expect(await words(page.getByRole("contentinfo")), `${width} px`).toEqual(footer);
      // How to reach the company has moved from the header to the footer.
      const [above, below] = [
        await parts(page.getByRole("banner")),
        await parts(page.getByRole("contentinfo")),
      ];
      const lost = header.filter((one) => !above.includes(one) && !below.includes(one));
      expect(lost, `${width} px`).toEqual([]);
    }
  });
}

test.describe("in the reader's own colors", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  for (const path of ["/", "/servicos/erps-gestao", "/blog", ARTICLE, "/contato", "/auth"]) {
    test(`${path} shows what can be pressed, filled in and focused`, async ({ page }) => {
      await openPage(page, path);
      // Backgrounds are gone, so that only a border tells a button or a field from text.
      const unframed = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, input, select, textarea, a.inline-flex.border")]
          .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]"))
          .filter((element) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
            return borderTopStyle === "none" || Number.parseFloat(borderTopWidth) < 1;
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(unframed).toEqual([]);
      const invisible = await page.evaluate(() =>
        [...document.querySelectorAll<SVGElement>("svg.lucide")]
          .filter((icon) => icon.checkVisibility())
          .filter((icon) => {
            const ground = icon.closest("button, a, summary, li, section") ?? document.body;
            return getComputedStyle(icon).stroke === getComputedStyle(ground).backgroundColor;
          })
          .map((icon) => icon.getAttribute("class")),
      );
      expect(invisible).toEqual([]);
      for (let stop = 0; stop < 25; stop++) {
        await page.keyboard.press("Tab");
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return {
            outlineStyle,
            width: Number.parseFloat(outlineWidth),
            name: element.innerText.slice(0, 40),
          };
        });
        expect.soft(focused.outlineStyle, focused.name).not.toBe("none");
        expect.soft(focused.width, focused.name).toBeGreaterThanOrEqual(2);
      }
    });
  }

  test("the chosen one of several still stands out", async ({ page }) => {
    // Forced backgrounds are all alike; only what opts out of that has another color of text.
    const color = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color);
    await openPage(page, "/blog/categoria/seguranca");
    const category = (name: string) =>
      page.getByRole("navigation", { name: "Categorias" }).getByRole("link", { name });
    expect(await color(category("Segurança"))).not.toBe(await color(category("Backup")));
    await openPage(page, "/auth");
    const tab = (name: string) => page.getByRole("tab", { name });
    expect(await color(tab("Entrar"))).not.toBe(await color(tab("Criar Conta")));
  });
});

test.describe("without motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const path of ["/", "/sobre", "/servicos/nuvem-virtualizacao", ARTICLE]) {
    test(`${path} stands still`, async ({ page }) => {
      await openPage(page, path);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 10)
          .map((animation) => String(animation.effect?.getComputedTiming().endTime)),
      );
      expect(moving).toEqual([]);
      const scrolling = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
      expect(scrolling).toBe("auto");
    });
  }

  test("the home page does move for everybody else", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openPage(page, "/");
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  });

  for (const [motion, fades] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    test(`the next page ${fades ? "fades in" : "is just there"}, with motion: ${motion}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: motion });
      await page.addInitScript(() => {
        const revealed = new Promise<boolean>((done) =>
          addEventListener("pagereveal", (event) => done(Boolean(event.viewTransition))),
        );
        Object.assign(window, { revealed });
      });
      await openPage(page, "/");
      await page.getByRole("main").getByRole("link", { name: "Nossos Serviços" }).click();
      await page.waitForURL("**/servicos");
      const faded = page.evaluate(() => (window as unknown as { revealed: Promise<boolean> }).revealed);
      expect(await faded).toBe(fades);
    });
  }
});

test.describe("without scripts", () => {
  test("both menus open and lead on", async ({ browser, server }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto("/");
      const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
      await menu.locator("summary").click();
      await menu.getByRole("link", { name: "Banco de Dados" }).click();
      await expect(page).toHaveURL(/\/servicos\/banco-dados$/);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
      await menu.getByRole("link", { name: "Sobre" }).click();
      await expect(page).toHaveURL(/\/sobre$/);
    });
  });

  test("articles are filtered, searched and read", async ({ browser, server }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.goto("/blog");
      const categories = page.getByRole("navigation", { name: "Categorias" });
      await categories.getByRole("link", { name: "Backup" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Backup");
      await page.getByRole("searchbox", { name: "Buscar no blog" }).fill("backup");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/busca=backup/);
      await page
        .getByRole("main")
        .getByRole("link", { name: /^Ler Artigo/ })
        .first()
        .click();
      await expect(page.getByRole("article")).toBeVisible();
      await expect(page.getByRole("button", { name: "Copiar link" })).toBeHidden();
    });
  });

  test("signing in says what it needs", async ({ browser, server }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.goto("/auth");
      await expect(page.getByText(/JavaScript/)).toBeVisible();
    });
  });
});

test("an article on paper is the article", async ({ page, api }) => {
  const slug = `papel-${Date.now()}`;
  await api.createPost({
    title: "No papel",
    slug,
    content: "## Um\n\nVeja [a norma](https://exemplo.com.br/norma).",
  });
  await openPage(page, `/blog/${slug}`);
  const main = page.getByRole("main");
  const left = [
    main.getByRole("heading", { name: "Compartilhar" }),
    main.getByRole("link", { name: "WhatsApp" }).first(),
    main.getByRole("link", { name: "Solicite uma Consultoria Gratuita" }),
    page.getByRole("banner").getByRole("link", { name: "Entrar" }),
  ];
  for (const one of left) await expect(one).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main.getByText("Veja")).toBeVisible();
  for (const one of left) await expect(one).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeHidden();
  const address = await main
    .getByRole("link", { name: "a norma" })
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://exemplo.com.br/norma");
});
