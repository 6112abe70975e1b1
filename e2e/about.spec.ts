/** Facts, clients and team on the page about the company. */
import { readContent } from "./support/content.ts";
import { openPage } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

interface About {
  clients: { names: string[] };
  team: { groups: { title: string; skills: string[] }[] };
}

const ABOUT = readContent("pages/about.json") as About;

test.beforeEach(({ page }) => openPage(page, "/sobre"));

test("page lists twenty-two clients, each once", async ({ page }) => {
  const { names } = ABOUT.clients;
  expect(new Set(names).size).toBe(22);
  const shown = page.locator("#clientes").getByRole("listitem");
  await expect(shown).toHaveText(names);
  for (const client of await shown.all()) await expect(client).toBeVisible();
});

test("page lists three groups of the team with their skills", async ({ page }) => {
  const { groups } = ABOUT.team;
  expect(groups).toHaveLength(3);
  for (const { title, skills } of groups) {
    const heading = page.getByRole("heading", { level: 3, name: title, exact: true });
    const group = page.getByRole("main").getByRole("listitem").filter({ has: heading });
    await expect(heading).toBeVisible();
    expect(skills.length).toBeGreaterThan(0);
    await expect(group.getByRole("listitem")).toHaveText(skills);
  }
});

test("page shows facts about the company", async ({ page }) => {
  const facts = {
    "Projetos realizados": "500+",
    "Clientes ativos": "50+",
    "Anos de experiência": String(new Date().getFullYear() - 2014),
    "Suporte disponível": "24/7",
    Satisfação: "99%",
    "Fundada em": "2014",
    "Pessoas na equipe": "15 a 50",
    "Onde estamos": "São Paulo, SP - Brasil",
  };
  for (const [label, value] of Object.entries(facts)) {
    const term = page.getByRole("main").getByRole("term").filter({ hasText: label });
    await expect(term).toBeVisible();
    await expect(term.locator("xpath=following-sibling::dd")).toHaveText(value);
  }
});
