import { expect, it, vi } from "vitest";

import { loadDocument } from "./document";

const page = (json: string) =>
  `<!doctype html><body><div id="root"></div><script type="application/json" id="document">${json}</script></body>`;

function answer(body: string, status = 200) {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(body, { status })));
}

it("reads a page's data out of the page", async () => {
  answer(page('{"path":"/blog","title":"\\u003c/script>"}'));
  expect(await loadDocument("/blog")).toEqual({ path: "/blog", title: "</script>" });
});

it.each([
  ["a page that isn't there", page("{}"), 404],
  ["a page of somebody else", "<!doctype html>", 200],
])("has nothing for %s", async (_, body, status) => {
  answer(body, status);
  expect(await loadDocument("/x")).toBeNull();
});
