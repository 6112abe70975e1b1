/** What the editor has fields for, as texts that people type, and what the server takes of it. */
import { POST_LABELS } from "@/api/labels";
import type { Post, PostInput } from "@/api/types";
import { fold } from "@/lib/fold";
import { fromLocal, toLocal } from "@/lib/sao-paulo";

export interface PostFields {
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
  /** As clocks in São Paulo show it: '2026-11-21T10:00'. */
  publish_at: string;
  unpublish_at: string;
  seo_title: string;
  seo_description: string;
}

export type FieldName = keyof PostFields;

/** The id of its input. */
export const fieldId = (name: FieldName) => `post-${name}`;

export const LABELS: Readonly<Record<FieldName, string>> = {
  ...POST_LABELS,
  is_published: "Publicar imediatamente",
};

export const REQUIRED = ["title", "slug", "content"] as const satisfies readonly FieldName[];
/** Decide when visitors see the post: saved only by whoever says so. */
export const PLAN: readonly FieldName[] = ["is_published", "publish_at", "unpublish_at"];

export const BLANK: PostFields = {
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

export function fieldsOf(post: Post): PostFields {
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

/** Of a post that is out nobody asks when it comes out, and of one that never comes out not when it goes. */
export function withShownDates(fields: PostFields): PostFields {
  const publish_at = fields.is_published ? "" : fields.publish_at;
  const is_seen = fields.is_published || publish_at !== "";
  return { ...fields, publish_at, unpublish_at: is_seen ? fields.unpublish_at : "" };
}

export function tagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim().replace(/\s+/g, " "))
    .filter((tag) => tag !== "");
}

/** Returns the field's text after Enter: the last tag is completed, and dropped if it is a duplicate. */
export function withTagEnded(text: string): string {
  const tags = tagsOf(text).filter(
    (tag, index, all) => all.findIndex((other) => fold(other) === fold(tag)) === index,
  );
  return tags.map((tag) => `${tag}, `).join("");
}

/** A field without what makes no difference to the server, such as a space at its end. */
export function plain(fields: PostFields, name: FieldName): string {
  const value = fields[name];
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (name === "tags") return tagsOf(value).join(", ");
  if (name === "content") return value.replaceAll("\r\n", "\n").trim();
  return value.trim().replace(/\s+/g, " ");
}

export function inputOf(fields: Partial<PostFields>): PostInput {
  const { tags, publish_at, unpublish_at, ...rest } = fields;
  return {
    ...rest,
    ...(tags !== undefined && { tags: tagsOf(tags) }),
    ...(publish_at !== undefined && { publish_at: fromLocal(publish_at) }),
    ...(unpublish_at !== undefined && { unpublish_at: fromLocal(unpublish_at) }),
  };
}
