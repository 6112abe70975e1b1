/** Default texts of the site. */
import { readFileSync } from "node:fs";

/** Returns a file of `server/content`. */
export const readContent = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../server/content/${file}`, import.meta.url), "utf8"));
