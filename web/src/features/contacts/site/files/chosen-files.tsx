/** The files that a visitor has chosen: their check, their list with buttons that remove them, and their upload. Loaded on first use. */
import { readError } from "@/api/api-error";
import { REQUEST_FILE_UPLOAD } from "@/api/limits";
import { authHeaders } from "@/api/session";
import type { ContactFilesText, UnsentFile } from "@/api/types";

const { files: MAX_FILES, file_bytes, total_bytes, extensions } = REQUEST_FILE_UPLOAD;
/** Number of attempts to send a file. Repeating one doesn't store the file twice. */
const ATTEMPTS = 3;

export interface ChosenFile {
  file: File;
  /** Why the file can't be sent; empty if it can. */
  problem: string;
}

/**
 * Checks types, sizes and the number of files. The server checks their content. A file that was chosen again, which has the name and
 * the size of an earlier one, is left out.
 */
export function checkFiles(files: readonly File[], text: ContactFilesText): ChosenFile[] {
  let total = 0;
  const isFirst = ({ name, size }: File, index: number) =>
    files.findIndex((other) => other.name === name && other.size === size) === index;
  return files.filter(isFirst).map((file, index) => {
    total += file.size;
    return { file, problem: problemOf(file, index, total, text) };
  });
}

function problemOf({ name, size }: File, index: number, total: number, text: ContactFilesText): string {
  if (!extensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))) return text.wrong_type;
  if (size > file_bytes || total > total_bytes) return text.too_large;
  if (size === 0) return text.unreadable;
  return index < MAX_FILES ? "" : text.too_many;
}

interface ChosenFilesProps {
  text: ContactFilesText;
  files: readonly ChosenFile[];
  onRemove: (file: File) => void;
}

export function ChosenFiles({ text, files, onRemove }: ChosenFilesProps) {
  return (
    <ul aria-label={text.label} className="mt-2 grid gap-2">
      {files.map(({ file, problem }, index) => (
        <li key={index} className="border-line rounded-md border py-1 pr-1 pl-3.5">
          <span className="flex items-center gap-3">
            <span className="min-w-0 grow wrap-anywhere">{file.name}</span>
            <button
              type="button"
              aria-label={`${text.remove} ${file.name}`}
              className="hover:bg-sunken min-h-11 shrink-0 rounded-md px-3 text-sm font-semibold underline underline-offset-4"
              onClick={() => onRemove(file)}
            >
              {text.remove}
            </button>
          </span>
          {problem && (
            <span role="alert" className="text-danger block pb-1.5 text-sm font-semibold">
              {problem}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Sends the files of a stored contact. Returns those that were not stored. */
export async function sendFiles(
  contact: { id: string; upload_token: string },
  files: readonly ChosenFile[],
  text: ContactFilesText,
): Promise<UnsentFile[]> {
  const unsent: UnsentFile[] = [];
  for (const [slot, { file }] of files.entries()) {
    const form = new FormData();
    form.set("token", contact.upload_token);
    form.set("slot", String(slot));
    form.set("file", file);
    const reason = await sendForm(`/api/contacts/${contact.id}/files`, form, text.not_received);
    if (reason) unsent.push({ name: file.name, reason });
  }
  return unsent;
}

/** Sends a file. Returns the reason if it was not stored. */
async function sendForm(path: string, form: FormData, fallback: string): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(path, { method: "POST", body: form, headers: authHeaders() }).catch(
      () => null,
    );
    if (response?.ok) return null;
    if (response && response.status < 500)
      return (await readError(response, fallback)).fields["file"] ?? fallback;
    if (attempt === ATTEMPTS) return fallback;
  }
}
