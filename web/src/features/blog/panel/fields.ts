/** The fields of a post's form, and their conversion from a post and to the input of the server. */
import { POST_LABELS } from "@/api/labels";
import type { Post, PostInput } from "@/api/types";
import { fold } from "@/lib/fold";
import { fromLocal, toLocal } from "@/lib/sao-paulo";

export interface PostFormFields {
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  category: string;
  /** Separated by commas. */
  tags: string;
  featured_image: string;
  author: string;
  is_published: boolean;
  /** Local time in São Paulo, such as '2026-11-21T10:00'; empty for none. */
  publish_at: string;
  /** As `publish_at`. */
  unpublish_at: string;
  seo_title: string;
  seo_description: string;
}

export type FieldName = keyof PostFormFields;

/** Returns the id of a field's input. */
export const fieldId = (name: FieldName) => `post-${name}`;

export const LABELS: Readonly<Record<FieldName, string>> = {
  ...POST_LABELS,
  is_published: "Publicar imediatamente",
};

export const REQUIRED = ["title", "slug", "content"] as const satisfies readonly FieldName[];
/** Fields that decide when visitors see the post. An autosave never changes them. */
export const SCHEDULE: readonly FieldName[] = ["is_published", "publish_at", "unpublish_at"];

export const BLANK: PostFormFields = {
  title: "",
  slug: "",
  content: "",
  excerpt: "",
  category: "",
  tags: "",
  featured_image: "",
  author: "Admin",
  is_published: false,
  publish_at: "",
  unpublish_at: "",
  seo_title: "",
  seo_description: "",
};

export function fieldsOf(post: Post): PostFormFields {
  const { title, slug, content, excerpt, category, featured_image, author, is_published } = post;
  const { seo_title, seo_description } = post;
  return {
    title,
    slug,
    content,
    excerpt,
    category,
    tags: post.tags.join(", "),
    featured_image,
    author,
    is_published,
    publish_at: toLocal(post.publish_at),
    unpublish_at: toLocal(post.unpublish_at),
    seo_title,
    seo_description,
  };
}

/** Empties dates whose fields are hidden: `publish_at` of published posts, `unpublish_at` of drafts without a schedule. */
export function withShownDates(fields: PostFormFields): PostFormFields {
  const publish_at = fields.is_published ? "" : fields.publish_at;
  const isVisible = fields.is_published || publish_at !== "";
  return { ...fields, publish_at, unpublish_at: isVisible ? fields.unpublish_at : "" };
}

/** Splits a text at commas into tags. Empty tags are left out. */
export function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim().replace(/\s+/g, " "))
    .filter((tag) => tag !== "");
}

/** Returns the text of the tags after Enter was pressed: each tag once, followed by a comma and a space. */
export function withCompletedTags(text: string): string {
  const tags = tagsOf(text).filter(
    (tag, index, all) => all.findIndex((other) => fold(other) === fold(tag)) === index,
  );
  return tags.map((tag) => `${tag}, `).join("");
}

/** Returns a field as readable text. Differences that the server ignores are removed, such as a space at the end. */
export function textOf(fields: PostFormFields, name: FieldName): string {
  const value = fields[name];
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (name === "tags") return tagsOf(value).join(", ");
  if (name === "content") return value.replaceAll("\r\n", "\n").trim();
  return value.trim().replace(/\s+/g, " ");
}

/** Converts form fields to the input that the server accepts. Omitted fields stay omitted. */
export function inputOf(fields: Partial<PostFormFields>): PostInput {
  const { tags, publish_at, unpublish_at, ...rest } = fields;
  return {
    ...rest,
    ...(tags !== undefined && { tags: tagsOf(tags) }),
    ...(publish_at !== undefined && { publish_at: fromLocal(publish_at) }),
    ...(unpublish_at !== undefined && { unpublish_at: fromLocal(unpublish_at) }),
  };
}

const MAX_SLUG_LENGTH = 120;

/** Returns the slug of a title by the server's rules. It has at most `MAX_SLUG_LENGTH` characters, and may be empty. */
export function slugOf(title: string): string {
  const slug = fold(title)
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/[ -]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= MAX_SLUG_LENGTH) return slug;
  const last = slug.lastIndexOf("-", MAX_SLUG_LENGTH);
  return slug.slice(0, last > 0 ? last : MAX_SLUG_LENGTH);
}
