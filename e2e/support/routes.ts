/** Every public address there is, for what each of them owes. */

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

/** One page of every kind, those included that search engines are not shown. */
export const PAGES = [
  "/",
  "/sobre",
  "/servicos",
  ...SERVICE_PATHS,
  "/blog",
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
  "/nada/por/aqui",
];

/** `PAGES` and whatever else the site map lists: every article, category and tag. */
export async function everyPage(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => new URL(address).pathname);
  return [...new Set([...PAGES, ...listed])];
}
