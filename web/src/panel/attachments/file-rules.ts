/** Which files can be attached to mail, checked before the upload. The server checks their content. */
import { ATTACHMENT_UPLOAD, PRIVACY_ATTACHMENT_UPLOAD } from "@/api/limits";

/** A file that the server has stored. */
export interface Attached {
  id: string;
  name: string;
  /** Size in bytes. */
  bytes: number;
}

export interface FileRules {
  /** Extensions in lower case, with the dot. */
  extensions: readonly string[];
  /** The types in words: 'PDF, JPEG, PNG ou WebP'. */
  types: string;
  /** Maximum number of files of one reply. */
  files: number;
  /** Maximum size of a file, and of all files of one reply, in bytes. */
  file_bytes: number;
  total_bytes: number;
}

/** Names of the types in text, by extension. JPEG has two extensions. */
const TYPE_NAMES: Readonly<Record<string, string>> = { jpg: "JPEG", jpeg: "JPEG", webp: "WebP" };

const anyOf = new Intl.ListFormat("pt-BR", { type: "disjunction" });

function rulesOf({ extensions, ...limits }: Omit<FileRules, "types">): FileRules {
  const types = new Set(extensions.map((extension) => TYPE_NAMES[extension] ?? extension.toUpperCase()));
  return {
    ...limits,
    extensions: extensions.map((extension) => `.${extension}`),
    types: anyOf.format(types),
  };
}

export const DOCUMENTS = rulesOf(ATTACHMENT_UPLOAD);

/** Also the export of a person's data and its parts. */
export const DOCUMENTS_AND_DATA = rulesOf(PRIVACY_ATTACHMENT_UPLOAD);

/** Describes a size that is a whole number of megabytes: '10 MB'. */
export const megabytes = (bytes: number) => `${bytes / (1024 * 1024)} MB`;

/** Returns why a file can't be attached beside the others, in Portuguese; null if it can. */
export function problemOf(file: File, others: readonly { bytes: number }[], rules: FileRules): string | null {
  const { extensions, types, files, file_bytes, total_bytes } = rules;
  const name = file.name.toLowerCase();
  if (!extensions.some((extension) => name.endsWith(extension)))
    return `Tipo de arquivo não aceito. Anexe ${types}.`;
  if (file.size === 0) return "O arquivo está vazio.";
  if (file.size > file_bytes)
    return `Arquivo grande demais. Cada anexo pode ter até ${megabytes(file_bytes)}.`;
  if (others.length >= files) return `Uma resposta leva até ${files} anexos.`;
  const total = others.reduce((sum, { bytes }) => sum + bytes, file.size);
  if (total > total_bytes)
    return `Os anexos passam de ${megabytes(total_bytes)} no total. Muitos servidores recusariam o e-mail.`;
  return null;
}

/** Reads attached files from a stored draft. */
export function readAttached(stored: unknown): Attached[] {
  return Array.isArray(stored) ? stored.filter(isAttached) : [];
}

function isAttached(value: unknown): value is Attached {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, bytes } = value as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" && typeof bytes === "number";
}
