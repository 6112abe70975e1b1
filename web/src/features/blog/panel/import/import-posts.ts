/** Imports Markdown files as drafts, one after the other. A file that fails doesn't stop the others. */
import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { POST_INPUT_CONTENT } from "@/api/limits";
import type { Post, PostInput } from "@/api/types";
import { type FieldName, inputOf, LABELS } from "@/features/blog/panel/fields";
import { decodeText } from "@/lib/decode-text";
import { InvalidPostFile, readPost } from "./front-matter";

/** A file and the state of its import. `isSlugChanged` if the slug was taken, so that the post got another. */
export type FileImport = { name: string } & (
  | { phase: "waiting" }
  | { phase: "done"; id: string; title: string; isSlugChanged: boolean }
  | { phase: "failed"; reason: string }
);

const MAX_FILES = 100;
/** Size in bytes of the longest content if each character has four bytes. */
const MAX_BYTES = 4 * POST_INPUT_CONTENT;
/** Leaves space for a hyphen and the time in base 36, because a slug has at most 120 characters. */
const MAX_SLUG_START = 110;

/** Imports the files one after the other. At each change, reports the states of all files in their order. Never rejects. */
export async function importPosts(
  files: readonly File[],
  onChange: (state: readonly FileImport[]) => void,
): Promise<void> {
  const state: FileImport[] = files.map(({ name }) => ({ name, phase: "waiting" }));
  onChange([...state]);
  for (const [index, file] of files.entries()) {
    state[index] =
      index < MAX_FILES
        ? await importPost(file)
        : { name: file.name, phase: "failed", reason: `São no máximo ${MAX_FILES} arquivos por vez.` };
    onChange([...state]);
  }
}

async function importPost(file: File): Promise<FileImport> {
  const { name } = file;
  try {
    if (!/\.(md|markdown|txt)$/i.test(name)) throw new InvalidPostFile("O arquivo não é Markdown (.md).");
    if (file.size > MAX_BYTES) throw new InvalidPostFile("O arquivo é grande demais para um post.");
    const { fields, published_at } = readPost(name, decodeText(new Uint8Array(await file.arrayBuffer())));
    const input = { ...inputOf(fields), ...(published_at && { published_at }) };
    const { post, isSlugChanged } = await createPost(input, fields.slug);
    return { name, phase: "done", id: post.id, title: post.title, isSlugChanged };
  } catch (error) {
    return { name, phase: "failed", reason: reasonOf(error) };
  }
}

/** Creates a post. If its `slug` is taken, adds the time to it. */
async function createPost(input: PostInput, slug: string): Promise<{ post: Post; isSlugChanged: boolean }> {
  try {
    return { post: await body(api.POST("/api/blog", { body: input })), isSlugChanged: false };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "slug_taken") throw error;
    const unusedSlug = `${slug.slice(0, MAX_SLUG_START)}-${Date.now().toString(36)}`;
    const post = await body(api.POST("/api/blog", { body: { ...input, slug: unusedSlug } }));
    return { post, isSlugChanged: true };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof InvalidPostFile) return error.message;
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const reasons = fields.map(([name, reason]) => (isField(name) ? `${LABELS[name]}: ${reason}` : reason));
  return reasons.join(" ") || messageOf(error, "Não foi possível ler o arquivo.");
}

const isField = (name: string): name is FieldName => name in LABELS;
