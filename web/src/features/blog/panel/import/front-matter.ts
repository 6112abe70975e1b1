/** Reads Markdown files of other systems: front matter between two lines of `---`, then the text. */
import { parse } from "yaml";

import { BLANK, type PostFormFields, slugOf } from "@/features/blog/panel/fields";
import { fromLocal, toLocal } from "@/lib/sao-paulo";

interface MarkdownPost {
  fields: Pick<PostFormFields, "title" | "slug" | "content" | "excerpt" | "category" | "tags" | "author">;
  /** Publication time in RFC 3339; null if the file has none, or if it is invalid or in the future. */
  published_at: string | null;
}

/** A file that can't become a post. The message, in Portuguese, is shown to the user. */
export class InvalidPostFile extends Error {}

const BETWEEN_RULES = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;
/** A field such as `title: A`. Its name may be in quotes. A URL such as `https://…` isn't a field. */
const FIELD = /^(["']?)([\p{L}_][\p{L}\w.-]*)\1\s*:(?!\/\/)\s*(.*)$/u;
/** A field whose name has two to four words. Such fields are skipped. */
const LONG_NAME = /^["']?\p{L}[\p{L}\w.-]*(?: [\p{L}\w.-]+){1,3}["']?:(?:\s.*)?$/u;
/** A line that continues the field above: a list item, an indented line, the end of a list, a comment or an empty line. */
const CONTINUED = /^(?:-(?:\s.*)?|\s+.*|[\]}]\s*|#.*|)$/;

/** Reads a file. Throws `InvalidPostFile` if it has no text, or if its slug or title has no letter or digit. */
export function readPost(fileName: string, text: string): MarkdownPost {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const { head, rest } = split(source);
  const values = readFields(head);
  const markdown = rest.trim();
  const heading = /^# +(.+)\n*/.exec(markdown);
  const title = firstOf(values, "title") || heading?.[1]?.trim() || titleOf(fileName);
  // The page shows the title above the text, so a heading with the same title is removed.
  const content =
    heading && heading[1]?.trim() === title ? markdown.slice(heading[0].length).trim() : markdown;
  if (content === "") throw new InvalidPostFile("O arquivo não tem texto.");
  const slug = slugOf(firstOf(values, "slug") || title);
  if (slug === "")
    throw new InvalidPostFile("O título não tem letras nem números que possam formar um endereço.");
  return {
    fields: {
      title,
      slug,
      content,
      excerpt: firstOf(values, "excerpt", "description", "summary"),
      category: firstOf(values, "category", "categories"),
      tags: (values.get("tags") ?? []).join(", "),
      author: firstOf(values, "author") || BLANK.author,
    },
    published_at: pastMoment(firstOf(values, "date")),
  };
}

/** Separates the fields from the text. A line between the rules that belongs to no field makes all of them text. */
function split(source: string): { head: string; rest: string } {
  const found = BETWEEN_RULES.exec(source);
  const lines = found?.[1]?.split("\n") ?? [];
  const isHead =
    lines.some((line) => FIELD.test(line)) &&
    lines.every((line) => [FIELD, LONG_NAME, CONTINUED].some((kind) => kind.test(line)));
  if (!found || !isHead) return { head: "", rest: source };
  return { head: lines.join("\n"), rest: source.slice(found[0].length) };
}

type Values = ReadonlyMap<string, readonly string[]>;

/** Returns the first value of the first named field with a value; an empty text if there is none. */
function firstOf(values: Values, ...names: string[]): string {
  return names.map((name) => values.get(name)?.[0] ?? "").find((value) => value !== "") ?? "";
}

/** Parses each field separately, so that one with invalid YAML doesn't hide the others. */
function readFields(head: string): Values {
  const values = new Map<string, string[]>();
  for (const source of head.split(/\n(?=["']?[\p{L}_])/u)) {
    const field = FIELD.exec(source.split("\n", 1)[0] ?? "");
    if (!field) continue;
    const name = field[2]?.toLowerCase() ?? "";
    values.set(name, valuesOf(name, parseField(source) ?? unquoted(field[3] ?? "")));
  }
  return values;
}

/** Returns the text or list of a field; null if the YAML has another type or is invalid, such as `title: a: b`. */
function parseField(source: string): string | string[] | null {
  try {
    // The failsafe schema leaves dates and numbers as they are written.
    const record = parse(source, { schema: "failsafe", logLevel: "error" }) as Record<string, unknown>;
    const [value] = Object.values(record);
    if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

function valuesOf(name: string, value: string | string[]): string[] {
  // A comma separates values only in tags.
  const values =
    typeof value === "string" && name === "tags" ? value.split(",").map(unquoted) : [value].flat();
  return values.map((text) => text.trim()).filter(Boolean);
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  return /^(["'])(.*)\1$/.exec(trimmed)?.[2] ?? trimmed;
}

/**
 * Parses a date such as '2024-05-04', '07/11/2025 8:30' or an RFC 3339 time, and returns it in RFC 3339. The default time is
 * 9:00, as in the posts of the demo content. The default time zone is that of São Paulo. Returns null if the date is invalid
 * or in the future.
 */
function pastMoment(date: string): string | null {
  const brazilian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/;
  const isoDate = date.replace(brazilian, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ,]+(\d{1,2}:\d{2}))?(?::\d{2}(?:\.\d+)?)?$/.exec(isoDate) ?? [];
  const moment = day === undefined ? Date.parse(isoDate) : momentOf(day, time);
  return Number.isNaN(moment) || moment > Date.now() ? null : new Date(moment).toISOString();
}

/** Returns the time in milliseconds since 1970; NaN if it is invalid. */
function momentOf(day: string, time = "9:00"): number {
  const local = `${day}T${time.padStart(5, "0")}`;
  const moment = fromLocal(local);
  // A day that the month doesn't have, such as February 31, would become another day.
  return moment !== null && toLocal(moment) === local ? Date.parse(moment) : Number.NaN;
}

/** Returns a title from a file name such as '2024-01-02-minha-nota.md'. */
function titleOf(fileName: string): string {
  const words = fileName
    .replace(/\.\w+$/, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
