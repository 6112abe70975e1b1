import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";

import { ADMIN_MENU, MENU } from "./menu";
import { ROUTES } from "./routes";

/** Returns the paths of all routes. */
function addresses(routes: readonly RouteObject[], parent = ""): string[] {
  return routes.flatMap(({ path = "", children = [] }) => {
    const own = path === "" ? parent : path.startsWith("/") ? path : `${parent}/${path}`;
    return [...(path === "" || path === "*" ? [] : [own]), ...addresses(children, own)];
  });
}

it("panel routes match the paths that the server answers with 200", () => {
  const file = join(import.meta.dirname, "../../../../server/src/site/panel_screens.json");
  const known = new Set(JSON.parse(readFileSync(file, "utf8")) as string[]);
  const own = new Set(addresses(ROUTES).map((path) => path.replace(/:\w+/g, "*")));
  const isCovered = (path: string) => known.has(path) || known.has(path.replace(/\/[^/]+$/, "/*"));
  expect([...own].filter((path) => !isCovered(path))).toEqual([]);
  const extra = [...known].filter((path) => !own.has(path));
  expect(extra).toEqual([]);
});

it("every entry of the menu has a screen", () => {
  const known = addresses(ROUTES);
  const linked = [...MENU, ...ADMIN_MENU].map(({ path }) => path);
  expect(linked.filter((path) => !known.includes(path))).toEqual([]);
});
