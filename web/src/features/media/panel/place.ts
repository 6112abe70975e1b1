/** What pictures are uploaded for, and the files that each place takes. The server holds everybody to the same. */
import type { Media, UploadKind } from "@/api/types";

interface Place {
  extensions: readonly string[];
  formats: string;
}

const PLACES: Readonly<Record<UploadKind, Place>> = {
  picture: {
    extensions: ["jpg", "jpeg", "png", "svg", "gif", "webp"],
    formats: "JPEG, PNG, SVG, GIF ou WebP",
  },
  logo: { extensions: ["jpg", "jpeg", "png", "svg"], formats: "JPEG, PNG ou SVG" },
  share_image: { extensions: ["jpg", "jpeg", "png", "webp"], formats: "JPEG, PNG ou WebP" },
  favicon: { extensions: ["png", "ico", "svg"], formats: "PNG, ICO ou SVG" },
};

const MAX_MB = 5;

/** For the `accept` attribute of a file input. */
export const accepted = (place: UploadKind) => PLACES[place].extensions.map((name) => `.${name}`).join(",");

export const limitsText = (place: UploadKind) => `${PLACES[place].formats}, até ${MAX_MB} MB`;

/** Why a file needn't be sent at all; null for one that may do. */
export function problemOf(file: File, place: UploadKind): string | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!PLACES[place].extensions.includes(extension)) {
    return `Formato não aceito. Envie um arquivo ${PLACES[place].formats}.`;
  }
  if (file.size > MAX_MB * 1024 * 1024) return `Arquivo muito grande. Tamanho máximo: ${MAX_MB}MB`;
  return null;
}

/** What may take a picture's place: its folder says what it was for. */
export function placeOf({ folder, content_type }: Media): UploadKind {
  if (folder === "company") return "logo";
  if (folder === "seo") return content_type === "image/svg+xml" ? "favicon" : "share_image";
  return "picture";
}
