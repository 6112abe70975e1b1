/** Every public address there is, for what each of them owes. */
import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
import { hydrated, openPage } from "./screens.ts";

/** The public pages of the route table that have an address of their own. */
export const SERVICE_PATHS = [
  "/servicos/suporte-manutencao",
  "/servicos/seguranca-monitoramento",
  "/servicos/nuvem-virtualizacao",
  "/servicos/desenvolvimento-ia",
  "/servicos/erps-gestao",
  "/servicos/banco-dados",
];

export const ARTICLE = "/blog/backup-que-funciona-a-regra-3-2-1-1-0";

/** Shows something only to whoever is signed in. */
export const ACCOUNT = "/conta";

/** Addresses that are answered with another status than 200. */
export const STATUS: Record<string, number> = {
  "/blog/artigo-que-foi-removido": 410,
  "/nada/por/aqui": 404,
};

/** One page of every kind, those included that search engines are not shown. `furnish` makes what a new site lacks. */
export const PAGES = [
  "/",
  "/sobre",
  "/servicos",
  ...SERVICE_PATHS,
  "/blog",
  "/blog?pagina=2",
  "/blog?busca=backup",
  "/blog?busca=nada+disso+existe",
  "/blog/categoria/seguranca",
  "/blog/tag/nuvem",
  ARTICLE,
  "/contato",
  "/contato/obrigado",
  "/newsletter",
  "/newsletter/obrigado",
  "/newsletter/confirmar",
  "/newsletter/confirmada",
  "/newsletter/cancelar",
  "/privacidade",
  "/termos",
  "/auth",
  "/auth/esqueci-senha",
  "/auth/redefinir-senha",
  "/auth/confirmar",
  ACCOUNT,
  ...Object.keys(STATUS),
];

/** What some of them show to whoever comes with a link by mail. */
export const LINKED = [
  "/newsletter/confirmar?token=x",
  "/auth/redefinir-senha#segredo",
  "/auth/confirmar#segredo",
];

/** What the browser, and the page itself, write when there is nothing at an address. */
export const MISSING_NOTE = /^error: (Failed to load resource: .*(404|410)|404 \/nada\/por\/aqui$)/;

const visitor = { email: "vera.visitante@exemplo.com.br", password: "girafa de capacete" };

/** Posts for a second page of the list, one that is no more, and somebody with an account. Once for each server. */
export async function furnish(url: string): Promise<void> {
  const gone = Object.keys(STATUS).find((path) => STATUS[path] === 410) ?? "";
  if ((await fetch(url + gone)).status === 410) return;
  const api = await Api.signIn(url);
  await api.createUser({ name: "Vera Visitante", role: "user", ...visitor });
  await api.createPost({
    title: "O sétimo artigo da lista: pneumoultramicroscopicossilicovulcanoconiose",
    slug: "o-setimo-artigo",
    category: "",
  });
  const slug = gone.replace("/blog/", "");
  const { id } = await api.createPost({ title: "Já não existe", slug, category: "" });
  await api.deletePost(id);
}

/** Opens one of `PAGES` as somebody for whom it shows something. */
export async function openPublicPage(page: Page, path: string): Promise<void> {
  if (path === ACCOUNT) await signInAsVisitor(page);
  await openPage(page, path);
  if (path === ACCOUNT) await ownRequests(page).waitFor();
}

const ownRequests = (page: Page) => page.getByRole("heading", { name: "Meus pedidos" });

async function signInAsVisitor(page: Page): Promise<void> {
  await openPage(page, `/auth?next=${ACCOUNT}`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(visitor.email);
  await page.getByRole("textbox", { name: "Senha" }).fill(visitor.password);
  await page.getByRole("main").getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL(`**${ACCOUNT}`);
  await hydrated(page);
  await ownRequests(page).waitFor();
}

/** `PAGES` and whatever else the site map lists: every article, category and tag. */
export async function everyPage(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => new URL(address).pathname);
  return [...new Set([...PAGES, ...listed])];
}
