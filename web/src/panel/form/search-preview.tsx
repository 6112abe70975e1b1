import { Globe } from "lucide-react";

import { DESCRIPTION_LENGTH, shortened, TITLE_LENGTH } from "./text-length";

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
