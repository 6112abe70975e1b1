/** The site enlarged, in forced colors, with reduced motion, without JavaScript and in print. */
import type { Locator, Page } from "@playwright/test";
import { openPage, overflow, siteMenu, slugOf, unique, withoutJavaScript } from "./support/screens.ts";
import {
  ARTICLE,
  testOfPages as test,
  MAILED_LINKS,
  MISSING_PAGE,
  openPublicPage,
  PAGES,
} from "./support/routes.ts";
import { expect } from "./support/test.ts";

/** Returns the visible words of an element in lower case, in order. */
const words = (part: Locator) =>
  part.evaluate((element) =>
    (element as HTMLElement).innerText.toLocaleLowerCase("pt-BR").split(/\s+/).filter(Boolean),
  );

/** Returns the visible texts and link targets of an element, with every menu open. */
const textsAndLinks = (part: Locator) =>
  part.evaluate((element) => {
    const isSeen = (found: Element) => found.checkVisibility() && !found.closest(".sr-only");
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

/** Returns the elements that are cut off by their box or extend beyond the window. */
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

for (const path of [...PAGES, ...MAILED_LINKS]) {
  test(`${path} has all its content when enlarged`, async ({ page, watch }) => {
    watch.allow(MISSING_PAGE);
    await openPublicPage(page, path);
    const header = await textsAndLinks(page.getByRole("banner"));
    const main = await words(page.getByRole("main"));
    const footer = await words(page.getByRole("contentinfo"));
    for (const part of [header, main, footer]) expect(part).not.toEqual([]);
    // A window of 1280 pixels at 200 % and at 400 %, as in WCAG 1.4.10.
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: width === 640 ? 450 : 256 });
      await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
      expect(await cutOff(page), `${width} px`).toEqual([]);
      expect(await words(page.getByRole("main")), `${width} px`).toEqual(main);
      expect(await words(page.getByRole("contentinfo")), `${width} px`).toEqual(footer);
      // Contact links of the header may be in the footer instead.
      const [above, below] = [
        await textsAndLinks(page.getByRole("banner")),
        await textsAndLinks(page.getByRole("contentinfo")),
      ];
      const lost = header.filter((part) => !above.includes(part) && !below.includes(part));
      expect(lost, `${width} px`).toEqual([]);
    }
  });
}

test.describe("in forced colors", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  for (const path of ["/", "/servicos/erps-gestao", "/blog", ARTICLE, "/contato", "/auth"]) {
    test(`${path} shows borders of controls, icons and the focus`, async ({ page }) => {
      await openPage(page, path);
      // Without backgrounds, only a border distinguishes a button or a field from text.
      const borderless = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("button, input, select, textarea, a.inline-flex.border")]
          .filter((element) => element.checkVisibility() && !element.closest("[aria-hidden=true]"))
          .filter((element) => {
            const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
            return borderTopStyle === "none" || Number.parseFloat(borderTopWidth) < 1;
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
      expect(borderless).toEqual([]);
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

  test("mark of the opening hours has a border", async ({ page }) => {
    await openPage(page, "/contato");
    const mark = page.getByRole("main").locator("p > [aria-hidden].rounded-full");
    await expect(mark).toHaveCSS("border-top-width", "1px");
  });

  test("selected item is distinguishable", async ({ page }) => {
    // Forced colors make all backgrounds alike. Only an element that opts out has another text color.
    const color = (item: Locator) => item.evaluate((element) => getComputedStyle(element).color);
    await openPage(page, "/blog/categoria/seguranca");
    const category = (name: string) =>
      page.getByRole("navigation", { name: "Categorias" }).getByRole("link", { name });
    expect(await color(category("Segurança"))).not.toBe(await color(category("Backup")));
    await openPage(page, "/auth");
    const tab = (name: string) => page.getByRole("tab", { name });
    expect(await color(tab("Entrar"))).not.toBe(await color(tab("Criar Conta")));
  });
});

test.describe("motion preference", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  for (const path of ["/", "/sobre", "/servicos/nuvem-virtualizacao", ARTICLE]) {
    test(`${path} has no animations with reduced motion`, async ({ page }) => {
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

  test("home page has animations without reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openPage(page, "/");
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  });

  for (const [motion, fades] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    test(`next page ${fades ? "fades in without" : "appears at once with"} reduced motion`, async ({
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

test.describe("without JavaScript", () => {
  test("both menus open and their links work", async ({ browser, server }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto("/");
      const menu = siteMenu(page);
      await menu.locator("summary").click();
      await menu.getByRole("link", { name: "Banco de Dados" }).click();
      await expect(page).toHaveURL(/\/servicos\/banco-dados$/);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
      await menu.getByRole("link", { name: "Sobre" }).click();
      await expect(page).toHaveURL(/\/sobre$/);
    });
  });

  test("articles are filtered, searched and opened", async ({ browser, server }) => {
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

  test("sign-in page says that it needs JavaScript", async ({ browser, server }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.goto("/auth");
      await expect(page.getByText(/JavaScript/)).toBeVisible();
    });
  });
});

/** Returns a row of a table that is wider than a page. */
const row = (cell: string) => `|${` ${cell} |`.repeat(8)}`;

test("printed article omits navigation and shows link addresses and whole tables", async ({ page, api }) => {
  const title = unique("No papel");
  await api.createPost({
    title,
    content: `## Um\n\nVeja [a norma](https://exemplo.com.br/norma).\n\n${row("Identificador")}\n${row("-")}\n${row("x".repeat(30))}`,
  });
  await openPage(page, `/blog/${slugOf(title)}`);
  const main = page.getByRole("main");
  const omitted = [
    main.getByRole("heading", { name: "Compartilhar" }),
    main.getByRole("link", { name: "WhatsApp" }).first(),
    main.getByRole("link", { name: "Solicite uma Consultoria Gratuita" }),
    page.getByRole("banner").getByRole("link", { name: "Entrar" }),
  ];
  for (const element of omitted) await expect(element).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main.getByText("Veja")).toBeVisible();
  for (const element of omitted) await expect(element).toBeHidden();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toBeHidden();
  const address = await main
    .getByRole("link", { name: "a norma" })
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://exemplo.com.br/norma");
  await page.setViewportSize({ width: 794, height: 1123 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const table = main.locator(".table-scroll");
  expect(
    await table.evaluate((part) => [part.scrollWidth - part.clientWidth, getComputedStyle(part).overflowX]),
  ).toEqual([0, "visible"]);
});

test("printed answers to questions are visible, dark on white", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await openPage(page, "/servicos/banco-dados");
  const answer = page.getByRole("main").locator("details p").first();
  await expect(answer).toBeVisible();
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ["--paper", "--accent-soft", "--night", "--night-line", "--line"].map((name) =>
      style.getPropertyValue(name),
    );
  });
  expect(colors).toEqual(["#fff", "#fff", "#fff", "#777", "#bbb"]);
});
