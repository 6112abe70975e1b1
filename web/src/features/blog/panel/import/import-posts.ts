/** Imports Markdown files as drafts, one after the other. A file that fails doesn't stop the others. */
import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { type FieldName, inputOf, LABELS } from "@/features/blog/panel/fields";
import { decodeText } from "@/lib/decode-text";
import { NotAPost, readPost } from "./front-matter";

export type Imported = { name: string } & (
  | { phase: "waiting" }
  | { phase: "done"; id: string; title: string; note: string }
  | { phase: "failed"; reason: string }
);

const MAX_FILES = 100;
const MAX_BYTES = 400_000;

export async function importPosts(
  files: readonly File[],
  onChange: (state: readonly Imported[]) => void,
): Promise<void> {
  const state: Imported[] = files.map(({ name }) => ({ name, phase: "waiting" }));
  onChange([...state]);
  for (const [index, file] of files.entries()) {
    state[index] =
      index < MAX_FILES
        ? await importPost(file)
        : { name: file.name, phase: "failed", reason: `São no máximo ${MAX_FILES} arquivos por vez.` };
    onChange([...state]);
  }
}

async function importPost(file: File): Promise<Imported> {
  const { name } = file;
  try {
    if (!/\.(md|markdown|txt)$/i.test(name)) throw new NotAPost("O arquivo não é Markdown (.md).");
    if (file.size > MAX_BYTES) throw new NotAPost("O arquivo é grande demais para um post.");
    const { fields, published_at } = readPost(name, decodeText(new Uint8Array(await file.arrayBuffer())));
    const input = { ...inputOf(fields), ...(published_at && { published_at }) };
    try {
      return imported(name, await body(api.POST("/api/blog", { body: input })), "");
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "slug_taken") throw error;
      const slug = `${fields.slug.slice(0, 110)}-${Date.now().toString(36)}`;
      const post = await body(api.POST("/api/blog", { body: { ...input, slug } }));
      return imported(name, post, "(o slug já existia: ganhou um final próprio)");
    }
  } catch (error) {
    return { name, phase: "failed", reason: reasonOf(error) };
  }
}

function imported(name: string, { id, title }: { id: string; title: string }, note: string): Imported {
  return { name, phase: "done", id, title, note };
}

function reasonOf(error: unknown): string {
  if (error instanceof NotAPost) return error.message;
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const reasons = fields.map(([name, reason]) => (isField(name) ? `${LABELS[name]}: ${reason}` : reason));
  return reasons.join(" ") || messageOf(error, "Não foi possível ler o arquivo.");
}

const isField = (name: string): name is FieldName => name in LABELS;
