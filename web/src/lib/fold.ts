/** Text as people search it: without accents, without case. The server's `text::fold`, for lists that are all here. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}
