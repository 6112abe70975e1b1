import { expect, it, vi } from "vitest";

import { loadDocument } from "./document";

const page = (json: string) =>
  `<!doctype html><body><div id="root"></div><script type="application/json" id="document">${json}</script></body>`;

function answer(body: string, status = 200) {
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response(body, { status })));
}

it("page's data is read from its HTML", async () => {
  answer(page('{"path":"/blog","title":"\\u003c/script>"}'));
  expect(await loadDocument("/blog")).toEqual({ path: "/blog", title: "</script>" });
});

it.each([
  ["missing page", page("{}"), 404],
  ["page of another site", "<!doctype html>", 200],
])("%s has no data", async (_, body, status) => {
  answer(body, status);
  expect(await loadDocument("/x")).toBeNull();
});
