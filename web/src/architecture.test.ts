// @vitest-environment node
/** Imports point one way: lib, ui, api ← panel ← features ← frames ← entries. Public code never imports the panel's. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { describe, expect, it } from "vitest";

interface Import {
  /** A path from `src`, or a package's name. */
  target: string;
  kind: "static" | "dynamic" | "type";
}

const root = import.meta.dirname;
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .sort();
const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const imports = new Map([...sources].map(([path, text]) => [path, findImports(path, text)]));
const product = files.filter((path) => !/\.test\.tsx?$/.test(path));

const isPanel = (path: string) => /^(panel|frames\/panel|features\/[^/]+\/panel)\/|^entry-panel\./.test(path);
const isPublic = (path: string) =>
  /^(frames|features\/[^/]+)\/site\/|^entry-(site|server|consent)\./.test(path);

/** Packages that public pages must not load. */
const PANEL_PACKAGES =
  /^(zod|diff|radix-ui|@radix-ui\/.*|react-hook-form|@hookform\/.*|@tanstack\/.*|react-router|tailwind-merge|yaml)$/;
/** Packages that ui/ must not import. */
const UI_FORBIDDEN = /^(react-router|@tanstack\/react-query)$/;

describe("web tree", () => {
  it("has files where this test looks for them", () => {
    expect(files.length).toBeGreaterThan(10);
    expect([...imports.values()].flat().length).toBeGreaterThan(10);
  });

  it("imports from lower tiers only", () => {
    expect(violations((from, to) => tier(to) <= tier(from))).toEqual([]);
  });

  it("has no imports between two features, or between the site's frame and the panel's", () => {
    const area = (path: string) => /^(features|frames)\/[^/]+/.exec(path)?.[0];
    expect(violations((from, to) => tier(from) !== tier(to) || area(from) === area(to))).toEqual([]);
  });

  it("keeps ui/ free of the router, the API and the query cache", () => {
    const isForbidden = (to: string) => to.startsWith("api/") || UI_FORBIDDEN.test(to);
    expect(violations((from, to) => !from.startsWith("ui/") || !isForbidden(to))).toEqual([]);
  });

  it("lets only the panel use the panel's code", () => {
    expect(violations((from, to) => isPanel(from) || !isPanel(to))).toEqual([]);
    expect(violations((from, to) => isPublic(from) || !isPanel(from) || !isPublic(to))).toEqual([]);
  });

  it("lets a feature's site and panel share its core, which uses neither", () => {
    const isCore = (path: string) => /^features\/[^/]+\/core\//.test(path);
    expect(product.filter(isCore)).not.toEqual([]);
    expect(violations((from, to) => !isCore(from) || !(isPublic(to) || isPanel(to)))).toEqual([]);
    expect(violations((from, to) => !isCore(from) || !PANEL_PACKAGES.test(to))).toEqual([]);
  });

  it.each(["entry-site.ts", "entry-server.tsx", "entry-consent.tsx"])(
    "keeps the panel's code and packages out of %s",
    (entry) => {
      const reached = closure(entry, ["static", "dynamic"]);
      expect(reached.size).toBeGreaterThan(3);
      expect([...reached].filter((path) => isPanel(path) || PANEL_PACKAGES.test(path))).toEqual([]);
    },
  );

  it.each(["sonner", "ui/drawing/strokes.tsx"])(
    "loads %s on public pages only when it is needed",
    (heavy) => {
      const pages = product.filter((path) => /\/site\/[^/]+-page\.tsx$/.test(path));
      expect(pages.length).toBeGreaterThan(3);
      const all = ["entry-site.ts", ...pages];
      expect(all.filter((path) => closure(path, ["static", "dynamic"]).has(heavy))).not.toEqual([]);
      expect(all.filter((path) => closure(path, ["static"]).has(heavy))).toEqual([]);
    },
  );

  it("has named exports only, no barrels, and no import.meta.glob", () => {
    const found = product.filter((path) =>
      /^export default|^export \* from|import\.meta\.glob/m.test(sources.get(path) ?? ""),
    );
    expect(found).toEqual([]);
    expect(product.filter((path) => /(^|\/)index\.tsx?$/.test(path))).toEqual([]);
  });

  it("has no cycle between modules", () => {
    const used = new Map<string, Set<string>>();
    for (const from of product) {
      const targets = (imports.get(from) ?? []).filter(({ target }) => sources.has(target));
      const others = targets
        .map(({ target }) => moduleOf(target))
        .filter((module) => module !== moduleOf(from));
      used.set(moduleOf(from), new Set([...(used.get(moduleOf(from)) ?? []), ...others]));
    }
    expect(used.size).toBeGreaterThan(20);
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(used.get(from) ?? [])].some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    expect([...used.keys()].filter((module) => reaches(module, module))).toEqual([]);
  });

  it("has no file of more than 400 lines", () => {
    const lines = (path: string) => (sources.get(path) ?? "").split("\n").length;
    expect(files.filter((path) => path !== "api/types.ts" && lines(path) > 400)).toEqual([]);
  });
});

/** Returns the folder of a feature, frame or panel block; otherwise the top folder, or the file itself if it is in none. */
function moduleOf(path: string): string {
  const parts = path.split("/");
  const isNested = ["features", "frames", "panel"].includes(parts[0] ?? "") && parts.length > 2;
  return parts.slice(0, isNested ? 2 : 1).join("/");
}

function tier(path: string): number {
  const tiers = [/^(lib|ui|api)\//, /^panel\//, /^features\//, /^frames\//, /^entry-/];
  return Math.max(
    0,
    tiers.findIndex((pattern) => pattern.test(path)),
  );
}

/** Returns the imports by product files that break a rule. Packages are in the lowest tier. */
function violations(isAllowed: (from: string, to: string) => boolean): string[] {
  return product.flatMap((from) =>
    (imports.get(from) ?? [])
      .filter(({ target }) => !isAllowed(from, target))
      .map(({ target }) => `${from} → ${target}`),
  );
}

/** Returns all modules and packages that `entry` imports, directly or not. */
function closure(entry: string, kinds: Import["kind"][], reached = new Set<string>()): Set<string> {
  for (const { target, kind } of imports.get(entry) ?? []) {
    if (!kinds.includes(kind) || reached.has(target)) continue;
    reached.add(target);
    closure(target, kinds, reached);
  }
  return reached;
}

function findImports(path: string, text: string): Import[] {
  const find = (pattern: RegExp, kind: Import["kind"]) =>
    [...text.matchAll(pattern)].map((match): Import => {
      const onlyTypes = match.groups?.["type"] !== undefined;
      return { target: resolveImport(path, match.groups?.["name"] ?? ""), kind: onlyTypes ? "type" : kind };
    });
  return [
    ...find(/^(?:import|export)\s+(?<type>type\s)?[^;"'()]*?from\s*["'](?<name>[^"']+)["']/gm, "static"),
    ...find(/^import\s+["'](?<name>[^"']+)["']/gm, "static"),
    ...find(/\bimport\(\s*["'](?<name>[^"']+)["']/g, "dynamic"),
  ];
}

function resolveImport(from: string, name: string): string {
  const isOwn = name.startsWith(".") || name.startsWith("@/");
  if (!isOwn) return name.startsWith("@") ? name : (name.split("/")[0] ?? name);
  const path = normalize(name.startsWith("@/") ? name.slice(2) : join(dirname(from), name))
    .split(sep)
    .join("/");
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => sources.has(candidate)) ?? path;
}
