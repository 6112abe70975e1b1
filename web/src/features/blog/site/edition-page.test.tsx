import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import type { EditionView, Layout, PostCard } from "@/api/types";
import { EditionPage } from "./edition-page";

const link = { label: "Link", url: "/" };
const post = {
  title: "Backup em três passos",
  url: "/blog/backup",
  date: { iso: "2026-11-20", text: "20 de novembro" },
} as PostCard;

/** Returns the number of headings with the title of the post. */
function headings(changes: Partial<EditionView>): number {
  const view = {
    content: { back: link, subscribe: link },
    title: post.title,
    date: post.date,
    html: "",
    posts: [post],
    ...changes,
  } as EditionView;
  const markup = renderToStaticMarkup(<EditionPage {...view} layout={{} as Layout} />);
  return markup.match(/<h[12][^>]*><span>Backup em três passos</g)?.length ?? 0;
}

it("post with the title of its edition has a heading only if the edition has a text", () => {
  expect(headings({})).toBe(1);
  expect(headings({ title: "Novidades" })).toBe(1);
  expect(headings({ html: "<p>Olá</p>" })).toBe(2);
});
