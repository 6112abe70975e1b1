import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import type { LayoutLabels } from "@/api/types";
import blog from "../../../../../server/content/pages/blog.json";
import newsletter from "../../../../../server/content/pages/newsletter.json";
import { PostList } from "./blog-page";
import type { PostListView } from "./use-post-list";

const filters = [
  { label: "Todos", url: "/blog", is_current: true },
  { label: "Backup", url: "/blog/categoria/backup", is_current: false },
];
const texts = { content: blog, newsletter, title: "", lead: "" };
const empty = { ...texts, posts: [], suggested: [], query: "", filters };
const elsewhere = filters.map((filter) => ({ ...filter, is_current: false }));
const post = {
  url: "/blog/a",
  title: "A",
  category: "",
  tags: [],
  drawing: "cover_backup",
  date: { iso: "", text: "" },
};

it.each([
  ["empty blog", false, empty],
  ["search in an empty blog", false, { ...empty, filters: elsewhere, query: "x" }],
  ["empty category", true, { ...empty, filters: elsewhere }],
  ["search without results", true, { ...empty, filters: elsewhere, query: "x", suggested: [post] }],
])("%s offers categories: %s", (_, isOffered, view) => {
  const page = <PostList {...(view as unknown as PostListView)} labels={{} as LayoutLabels} />;
  expect(renderToStaticMarkup(page).includes("/blog/categoria/backup")).toBe(isOffered);
});
