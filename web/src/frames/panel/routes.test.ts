import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isValidElement } from "react";
import type { RouteObject } from "react-router";
import { expect, it } from "vitest";

import type { Role } from "@/api/types";
import { panelPaths } from "@/lib/paths";
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

/** Returns the path of each route with the role that it requires. */
function restrictions(routes: readonly RouteObject[], role?: Role): [string | undefined, Role | undefined][] {
  return routes.flatMap(({ path, element, children = [] }) => {
    const guard = isValidElement<{ least?: Role }>(element) ? element.props.least : undefined;
    return [[path, role], ...restrictions(children, guard ?? role)];
  });
}

it("every entry of the menu has a screen that its role may open", () => {
  const required = new Map(restrictions(ROUTES));
  // Writers are redirected to the editions.
  required.set(panelPaths.newsletter, "writer");
  for (const { path, role } of [
    ...MENU,
    ...ADMIN_MENU.map((item) => ({ ...item, role: "admin" as const })),
  ]) {
    expect([path, required.has(path), required.get(path)]).toEqual([path, true, role]);
  }
});
