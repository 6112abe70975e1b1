/** A Markdown file as other systems write them: fields between two lines of `---`, then the text. */
import { type PostFields, BLANK } from "./post-fields";
import { slugOf } from "./slug";

export interface MarkdownPost {
  fields: Pick<PostFields, "title" | "slug" | "content" | "excerpt" | "category" | "tags" | "author">;
  /** When it came out, where the file says so: RFC 3339. */
  published_at: string | null;
}

/** Thrown with a reason to show. */
export class NotAPost extends Error {}

const HEAD = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;

export function readPost(file_name: string, text: string): MarkdownPost {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const head = HEAD.exec(source);
  const values = readFields(head?.[1] ?? "");
  const written = source.slice(head?.[0].length ?? 0).trim();
  const heading = /^# +(.+)\n*/.exec(written);
  const title = one(values, "title") || heading?.[1]?.trim() || titleOf(file_name);
  // The page has the title above the text: once is enough.
  const content = heading && heading[1]?.trim() === title ? written.slice(heading[0].length).trim() : written;
  if (content === "") throw new NotAPost("O arquivo não tem texto.");
  const slug = slugOf(one(values, "slug") || title);
  if (slug === "") throw new NotAPost("O título não tem letras nem números de que se faça um endereço.");
  return {
    fields: {
      title,
      slug,
      content,
      excerpt: one(values, "excerpt", "description", "summary"),
      category: one(values, "category", "categories"),
      tags: (values.get("tags") ?? []).join(", "),
      author: one(values, "author") || BLANK.author,
    },
    published_at: pastMoment(one(values, "date")),
  };
}

type Values = ReadonlyMap<string, readonly string[]>;

function one(values: Values, ...names: string[]): string {
  return names.map((name) => values.get(name)?.[0] ?? "").find((value) => value !== "") ?? "";
}

/** As much of YAML as such files have: `name: value`, `[a, b]`, and lists with a dash on each line. */
function readFields(head: string): Values {
  const values = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of head.split("\n")) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    if (item && current) {
      current.push(unquoted(item[1] ?? ""));
      continue;
    }
    const field = /^([A-Za-z_][\w-]*)\s*:\s*(.*)$/.exec(line);
    if (!field) continue;
    current = valuesOf(field[1]?.toLowerCase() ?? "", (field[2] ?? "").trim());
    values.set(field[1]?.toLowerCase() ?? "", current);
  }
  return values;
}

function valuesOf(name: string, text: string): string[] {
  if (text === "") return [];
  const list = /^\[(.*)\]$/.exec(text);
  if (list) return (list[1] ?? "").split(",").map(unquoted).filter(Boolean);
  // Only tags are written with commas and mean several.
  return name === "tags" ? text.split(",").map(unquoted).filter(Boolean) : [unquoted(text)];
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*)\1$/.exec(trimmed);
  return (quoted?.[2] ?? trimmed).replaceAll('\\"', '"');
}

/** A day without a time is nine in the morning in São Paulo, as for the articles that a new site has. */
function pastMoment(date: string): string | null {
  const moment = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T09:00:00-03:00` : date);
  return Number.isNaN(moment) || moment > Date.now() ? null : new Date(moment).toISOString();
}

function titleOf(file_name: string): string {
  const words = file_name
    .replace(/\.\w+$/, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
