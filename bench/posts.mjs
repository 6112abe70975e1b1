/** Response time of the list of posts. */
import { createNumbered, middlePage, responseTimes } from "./lib/lists.mjs";
import { post } from "./lib/records.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "The list of posts";
const SIZE = Number(process.env.BENCH_POSTS ?? 10_000);

/** Paths by name. `middle` is the query of a page from the middle. */
const calls = (middle) => ({
  "first page": "/api/blog?",
  "page from the middle": `/api/blog?${middle}`,
  "oldest first": "/api/blog?sort=created_at",
  "last changed first": "/api/blog?sort=-updated_at",
  published: "/api/blog?is_published=true",
  drafts: "/api/blog?is_published=false",
  scheduled: "/api/blog?is_scheduled=true",
  category: "/api/blog?category=automacao",
  tag: "/api/blog?tag=backup",
  trash: "/api/blog/trash?",
  "a word in one record": "/api/blog?search=artigo+7777%3A",
  "a frequent word": "/api/blog?search=ransomware",
  "words in all records": "/api/blog?search=artigo",
  "two words": "/api/blog?search=backup+da",
  "frequent words, rarely together": "/api/blog?search=servidor+de+notebook+de",
  "nothing found": "/api/blog?search=ninguem+escreveu+isto",
  "two letters": "/api/blog?search=jo",
  "two letters, rare": "/api/blog?search=%23k",
  "a frequent word, drafts, oldest first": "/api/blog?search=ransomware&is_published=false&sort=created_at",
  "words of a category and a tag": "/api/blog?search=backup&category=automacao&tag=rede",
  "categories and tags": "/api/blog/terms",
  dashboard: "/api/dashboard",
});

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    const headers = await vitrine.signIn();
    const get = (path) => fetch(`${vitrine.url}${path}`, { headers });
    await createNumbered(0, SIZE, (number) => send(`${vitrine.url}/api/blog`, "POST", post(number), headers));
    const middle = await middlePage(get, "/api/blog?", SIZE / 2);
    return `${SIZE.toLocaleString("en")} posts, ${vitrine.database}:\n\n${await responseTimes(get, calls(middle))}`;
  } finally {
    await vitrine.remove();
  }
}
