/** Recommended lengths of texts that search engines cut off. */
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

/** Shortens a long text as search engines do, to whole words and dots. */
export function shortened(text: string, { to }: LengthRange): string {
  const letters = Array.from(text.trim());
  if (letters.length <= to) return letters.join("");
  const start = letters.slice(0, to).join("");
  const end = start.lastIndexOf(" ");
  return `${end > to / 2 ? start.slice(0, end) : start} …`;
}
