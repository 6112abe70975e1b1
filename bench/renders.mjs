/** Processor time to render each public page. A page is rendered once after each change of content. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { median, table, threadSeconds } from "./lib/machine.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "Processor time per rendered page";
const ROUNDS = 15;
const DELETED = "artigo-que-foi-removido";
const ADDRESSES = JSON.parse(readFileSync(new URL("../server/addresses.json", import.meta.url), "utf8"));
const UNLISTED = ADDRESSES.filter(
  ({ path, kind, is_listed }) =>
    (kind === "page" || kind === "link_page") && !is_listed && !path.includes("{"),
);
/** Pages that are not in the sitemap. Some of them need the posts of `createPosts`. */
const OTHERS = [
  "/blog?pagina=2",
  "/blog?busca=backup",
  `/blog/${DELETED}`,
  ...UNLISTED.map(({ path }) => path),
  "/nada/por/aqui",
];

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    await createPosts(vitrine);
    const changeContent = await contentChanger(vitrine);
    const rows = [];
    for (const path of [...(await listedPaths(vitrine)), ...OTHERS]) {
      rows.push({ path, ...(await cost(vitrine, path, changeContent)) });
    }
    rows.sort((a, b) => b.render - a.render);
    const ms = (value) => `${value.toFixed(1)} ms`;
    return `${table(
      ["Page", "Rendering (median)", "Slowest", "All threads"],
      rows.map(({ path, render, slowest, all }) => [path, ms(render), ms(slowest), ms(all)]),
    )}\n\n${ROUNDS} renders each. The rendered pages don't change, so they aren't compressed again.`;
  } finally {
    await vitrine.remove();
  }
}

/** Returns the pages of the sitemap, but only one category and one tag. */
async function listedPaths(vitrine) {
  const paths = await vitrine.sitemapPaths();
  const omitted = ["/blog/categoria/", "/blog/tag/"].flatMap((start) =>
    paths.filter((path) => path.startsWith(start)).slice(1),
  );
  return paths.filter((path) => !omitted.includes(path));
}

/** Returns the processor time of renders of a page in milliseconds: median and slowest of the render threads, median of all threads. */
async function cost(vitrine, path, changeContent) {
  const render = [];
  const all = [];
  for (let round = 0; round < ROUNDS; round++) {
    await changeContent();
    const before = await whenIdle(vitrine.pid);
    await (await fetch(vitrine.url + path)).text();
    const after = await whenIdle(vitrine.pid);
    render.push((after.render - before.render) * 1000);
    all.push((after.all - before.all) * 1000);
  }
  return {
    render: median(render),
    slowest: Math.max(...render),
    all: median(all),
  };
}

/** Creates a seventh post, for a second page of the list, and a deleted post. */
async function createPosts(vitrine) {
  const headers = await vitrine.signIn();
  const posts = `${vitrine.url}/api/blog`;
  const create = (slug) =>
    send(posts, "POST", { title: "Um a mais", slug, content: "Um texto.", is_published: true }, headers);
  await create("um-a-mais");
  const { id } = await create(DELETED);
  await send(`${posts}/${id}`, "DELETE", undefined, headers);
}

/** Returns a function that makes every cached page stale. It changes the description of the not-found page. */
async function contentChanger(vitrine) {
  const headers = await vitrine.signIn();
  const address = `${vitrine.url}/api/pages/not_found`;
  const page = await send(address, "GET", undefined, headers);
  const texts = [`${page.meta.description}.`, page.meta.description];
  let changes = 0;
  return async () => {
    const meta = { ...page.meta, description: texts[changes++ % 2] };
    await send(address, "PUT", { ...page, meta }, headers);
  };
}

/** Waits until the threads are idle and returns their processor time. */
async function whenIdle(pid) {
  for (let before = processorTime(pid); ;) {
    await sleep(60);
    const now = processorTime(pid);
    if (now.all - before.all < 0.001) return now;
    before = now;
  }
}

function processorTime(pid) {
  const threads = threadSeconds(pid);
  const sum = (parts) => parts.reduce((total, { seconds }) => total + seconds, 0);
  return {
    all: sum(threads),
    render: sum(threads.filter(({ name }) => name.startsWith("render-"))),
  };
}
