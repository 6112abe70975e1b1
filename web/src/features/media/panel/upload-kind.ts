/** The file formats and the maximum size of each upload kind. The server checks the same limits. */
import type { Media, UploadKind } from "@/api/types";

interface Limits {
  extensions: readonly string[];
  formats: string;
}

const LIMITS: Readonly<Record<UploadKind, Limits>> = {
  picture: {
    extensions: ["jpg", "jpeg", "png", "svg", "gif", "webp"],
    formats: "JPEG, PNG, SVG, GIF ou WebP",
  },
  logo: { extensions: ["jpg", "jpeg", "png", "svg"], formats: "JPEG, PNG ou SVG" },
  share_image: { extensions: ["jpg", "jpeg", "png", "webp"], formats: "JPEG, PNG ou WebP" },
  favicon: { extensions: ["png", "ico", "svg"], formats: "PNG, ICO ou SVG" },
};

const MAX_MB = 5;

/** Returns the `accept` attribute of a file input: '.png,.ico,.svg'. */
export const acceptOf = (kind: UploadKind) => LIMITS[kind].extensions.map((name) => `.${name}`).join(",");

export const limitsText = (kind: UploadKind) => `${LIMITS[kind].formats}, até ${MAX_MB} MB`;

/** Returns why the server would refuse a file because of its name or size; null if it wouldn't. */
export function problemOf(file: File, kind: UploadKind): string | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  if (!LIMITS[kind].extensions.includes(extension)) {
    return `Formato não aceito. Envie um arquivo ${LIMITS[kind].formats}.`;
  }
  if (file.size > MAX_MB * 1024 * 1024) return `Arquivo muito grande. Tamanho máximo: ${MAX_MB}MB`;
  return null;
}

/** Returns the upload kind of a picture and its replacements, derived from its folder and format. */
export function uploadKindOf({ folder, content_type }: Media): UploadKind {
  if (folder === "company") return "logo";
  if (folder === "seo") return content_type === "image/svg+xml" ? "favicon" : "share_image";
  return "picture";
}
