import { expect, it, vi } from "vitest";

import { loadIsland } from "./load-island";

const respond = (html: string, status = 200) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(html, { status })));
const island = (name: string, json: string) =>
  `<div data-island="${name}"><p></p></div><script type="application/json">${json}</script>`;

it("props are read from the HTML of the page", async () => {
  respond(`${island("other", "{}")}${island("list", '{"title":"\\u003c/script>"}')}<script>0</script>`);
  expect(await loadIsland("/blog", "list")).toEqual({ title: "</script>" });
});

it.each([
  ["without the island", island("other", "{}"), 200],
  ["that is an error", island("list", "{}"), 404],
])("page %s has no props", async (_, html, status) => {
  respond(html, status);
  expect(await loadIsland("/x", "list")).toBeNull();
});
