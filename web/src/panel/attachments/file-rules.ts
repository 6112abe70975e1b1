/** Which files can be attached to mail, checked before the upload. The server checks their content. */

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
}

const MEGABYTE = 1024 * 1024;
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 10 * MEGABYTE;
export const MAX_TOTAL_BYTES = 15 * MEGABYTE;

export const DOCUMENTS: FileRules = {
  extensions: [".pdf", ".jpg", ".jpeg", ".png", ".webp"],
  types: "PDF, JPEG, PNG ou WebP",
};

/** Also the export of a person's data and its parts. */
export const DOCUMENTS_AND_DATA: FileRules = {
  extensions: [...DOCUMENTS.extensions, ".zip", ".json", ".csv"],
  types: "PDF, JPEG, PNG, WebP, ZIP, JSON ou CSV",
};

/** Returns why a file can't be attached beside the others, in Portuguese; null if it can. */
export function problemOf(file: File, others: readonly { bytes: number }[], rules: FileRules): string | null {
  const name = file.name.toLowerCase();
  if (!rules.extensions.some((extension) => name.endsWith(extension)))
    return `Tipo de arquivo não aceito. Anexe ${rules.types}.`;
  if (file.size === 0) return "O arquivo está vazio.";
  if (file.size > MAX_FILE_BYTES) return "Arquivo grande demais. Cada anexo pode ter até 10 MB.";
  if (others.length >= MAX_FILES) return "Uma resposta leva até 5 anexos.";
  const total = others.reduce((sum, { bytes }) => sum + bytes, file.size);
  if (total > MAX_TOTAL_BYTES)
    return "Os anexos passam de 15 MB no total. Muitos servidores recusariam o e-mail.";
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
