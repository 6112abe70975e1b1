/** Titles and descriptions as search engines show them: recommended lengths, and a preview of a result. */
import { Globe } from "lucide-react";

interface SearchPreviewProps {
  title: string;
  description: string;
  /** A globe by default. */
  favicon?: string;
  /** Path of the page, such as '/blog/…'; the home page by default. */
  path?: string;
}

/** Shows a page as search engines are likely to show it. */
export function SearchPreview({ title, description, favicon, path = "" }: SearchPreviewProps) {
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-sm font-medium">Prévia do resultado de busca</figcaption>
      <div className="border-line bg-paper min-w-0 rounded-lg border p-4">
        <p className="flex min-w-0 items-center gap-2.5 text-xs">
          <span className="border-line bg-surface grid size-7 shrink-0 place-items-center overflow-hidden rounded-full border">
            {favicon ? (
              <img src={favicon} alt="" className="size-4 object-contain" />
            ) : (
              <Globe className="text-muted size-4" aria-hidden />
            )}
          </span>
          <span className="text-muted min-w-0 truncate">{window.location.origin + path}</span>
        </p>
        <p className="text-info mt-2 text-lg leading-snug wrap-anywhere">
          {shortened(title, TITLE_LENGTH) || "Sem título"}
        </p>
        <p className="text-muted mt-1 text-sm wrap-anywhere">
          {shortened(description, DESCRIPTION_LENGTH) ||
            "Sem descrição: o buscador escolhe um trecho da página."}
        </p>
      </div>
    </figure>
  );
}

/** Recommended length of a text in characters. Search engines cut off longer ones. */
interface LengthRange {
  from: number;
  to: number;
}

export const TITLE_LENGTH: LengthRange = { from: 30, to: 60 };
export const DESCRIPTION_LENGTH: LengthRange = { from: 70, to: 160 };

/** Returns a hint that rates the length of a text. */
export function lengthHint(text: string, { from, to }: LengthRange): string {
  const { length } = Array.from(text.trim());
  const count = `${length} ${length === 1 ? "caractere" : "caracteres"}.`;
  if (length === 0) return `O ideal é de ${from} a ${to} caracteres.`;
  if (length < from) return `${count} Curto: o ideal é de ${from} a ${to}.`;
  if (length > to) return `${count} Longo: os buscadores cortam depois de cerca de ${to}.`;
  return `${count} Bom tamanho.`;
}

/** Shortens a long text as search engines do: after a whole word unless that would leave less than half, followed by an ellipsis. */
export function shortened(text: string, { to }: LengthRange): string {
  const letters = Array.from(text.trim());
  if (letters.length <= to) return letters.join("");
  const start = letters.slice(0, to).join("");
  const end = start.lastIndexOf(" ");
  return `${end > to / 2 ? start.slice(0, end) : start} …`;
}
