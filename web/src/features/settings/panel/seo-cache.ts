/**
 * The SEO settings as this browser last knew them, under the name the specification gives: shown while the server is
 * asked, which alone knows them.
 */
import type { Seo } from "@/api/types";
import { local } from "@/lib/storage";

const KEY = "seoSettings";
const DEFAULTS: Seo = {
  page_title: "",
  site_title: "",
  site_description: "",
  keywords: "",
  og_image: "",
  favicon: "",
};

/** What is known, laid over nothing; undefined where nothing is. */
export function readSeo(): Seo | undefined {
  const stored = local.readJson(KEY);
  if (typeof stored !== "object" || stored === null) return undefined;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(DEFAULTS, name) && typeof value === "string",
  );
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

/** Merges, then saves. */
export function saveSeo(change: Partial<Seo>): void {
  local.write(KEY, JSON.stringify({ ...readSeo(), ...change }));
}
