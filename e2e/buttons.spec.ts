/** Targets of the calls to action. */
import { readContent } from "./support/content.ts";
import { ContactForm, openPage } from "./support/screens.ts";
import { ARTICLE } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

const { company, contact } = readContent("settings.json") as {
  company: { name: string };
  contact: { phone: string; whatsapp: string; email: string; address: string };
};
const { whatsapp_text } = readContent("pages/layout.json") as { whatsapp_text: string };

/** Percent-encodes a text as the server does, which also encodes `!`. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("!", "%21");
const digits = (text: string) => text.replace(/\D/g, "");
const CALL = `tel:+55${digits(contact.phone)}`;
const GREETING = whatsapp_text.replace("{company}", company.name);
const CHAT = `https://wa.me/${digits(contact.whatsapp)}?text=${encoded(GREETING)}`;
const MAP = `https://www.google.com/maps/search/?api=1&query=${encoded(contact.address)}`;
const FORM = "/contato#orcamento";

const BUTTONS: Record<string, Record<string, string>> = {
  "/": { "Solicite uma Consultoria Gratuita": FORM, "Nossos Serviços": "/servicos" },
  "/sobre": { "Solicitar Reunião": FORM },
  [ARTICLE]: { "Solicite uma Consultoria Gratuita": FORM },
  "/contato": {
    "Ligar Agora": CALL,
    [contact.address]: MAP,
    "Enviar E-mail": `mailto:${contact.email}`,
    "Agendar Reunião": FORM,
    "Suporte 24/7": CALL,
    "Suporte Emergencial": CALL,
    "Chat Online": CHAT,
    "Agendar Consultoria": "/contato?servico=Outro#orcamento",
  },
};

for (const [path, buttons] of Object.entries(BUTTONS)) {
  test(`buttons of ${path} link to their targets`, async ({ page }) => {
    await openPage(page, path);
    for (const [name, address] of Object.entries(buttons)) {
      const links = page.getByRole("main").getByRole("link", { name, exact: true });
      await expect(links.first()).toBeVisible();
      for (const link of await links.all()) await expect(link, name).toHaveAttribute("href", address);
    }
  });
}

test("home page has two links to the free consultation", async ({ page }) => {
  await openPage(page, "/");
  const links = page.getByRole("main").getByRole("link", { name: "Solicite uma Consultoria Gratuita" });
  await expect(links).toHaveCount(2);
});

test("menus of desktop and phone link to the quote form", async ({ page }) => {
  await openPage(page, "/sobre");
  const quote = page.getByRole("banner").getByRole("link", { name: "Orçamento Gratuito" });
  await expect(quote).toHaveCount(1);
  await expect(quote).toHaveAttribute("href", FORM);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(quote).toHaveCount(0);
  await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
  await expect(quote).toHaveCount(1);
  await expect(quote).toHaveAttribute("href", FORM);
  await quote.click();
  await expect(page).toHaveURL(/\/contato#orcamento$/);
  await expect(new ContactForm(page).name).toBeInViewport();
});

test("links on the contact page scroll to the form and select a service", async ({ page }) => {
  await openPage(page, "/contato");
  const form = new ContactForm(page);
  await page.getByRole("main").getByRole("link", { name: "Agendar Reunião" }).click();
  await expect(form.name).toBeInViewport();
  await page.getByRole("main").getByRole("link", { name: "Agendar Consultoria" }).click();
  await expect(page).toHaveURL(/servico=Outro#orcamento$/);
  await expect(form.service).toHaveValue("Outro");
});
