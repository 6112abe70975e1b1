/** What the library shows, as the address says it: every view of it can be linked to and gone back to. */
import type { MediaFolder, MediaFormat } from "@/api/types";
import { paths } from "@/lib/paths";

export interface MediaFilter {
  search: string;
  folder: MediaFolder | null;
  format: MediaFormat | null;
  trash: boolean;
  /** Where the page before ended; empty on the first one. */
  cursor: string;
}

export const FOLDERS: readonly { value: MediaFolder; label: string }[] = [
  { value: "blog", label: "Blog" },
  { value: "company", label: "Empresa" },
  { value: "seo", label: "SEO" },
];

export const FORMATS: readonly { value: MediaFormat; label: string }[] = [
  { value: "jpeg", label: "Fotos (JPEG)" },
  { value: "png", label: "Imagens (PNG)" },
  { value: "svg", label: "Desenhos (SVG)" },
];

export const ALL: MediaFilter = { search: "", folder: null, format: null, trash: false, cursor: "" };

export const folderOf = (value: string | null) => FOLDERS.find((one) => one.value === value)?.value ?? null;
export const formatOf = (value: string | null) => FORMATS.find((one) => one.value === value)?.value ?? null;
export const folderLabel = (folder: MediaFolder) =>
  FOLDERS.find(({ value }) => value === folder)?.label ?? "";

export function readFilter(query: URLSearchParams): MediaFilter {
  return {
    search: query.get("search") ?? "",
    folder: folderOf(query.get("folder")),
    format: formatOf(query.get("type")),
    trash: query.get("trash") === "true",
    cursor: query.get("cursor") ?? "",
  };
}

/** Parameters of the address and of the call alike; what is as usual is left out. */
export function filterParams({ search, folder, format, trash, cursor }: MediaFilter) {
  return {
    ...(search && { search }),
    ...(folder && { folder }),
    ...(format && { type: format }),
    ...(trash && { trash }),
    ...(cursor && { cursor }),
  };
}

export function filterQuery(filter: MediaFilter): string {
  const entries = Object.entries(filterParams(filter)).map(([name, value]) => [name, String(value)]);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}

export function isFiltered({ search, folder, format }: MediaFilter): boolean {
  return search !== "" || folder !== null || format !== null;
}

export const mediaPath = (filter: MediaFilter) => paths.admin.media + filterQuery(filter);
export const pictureQueryPath = (id: string, filter: MediaFilter) =>
  paths.admin.picture(id) + filterQuery(filter);
