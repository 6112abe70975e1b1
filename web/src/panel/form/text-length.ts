/** Guidance on how long a text may be where search engines cut it off. */
interface LengthRange {
  from: number;
  to: number;
}

export const TITLE_LENGTH: LengthRange = { from: 30, to: 60 };
export const DESCRIPTION_LENGTH: LengthRange = { from: 70, to: 160 };

export function lengthHint(text: string, { from, to }: LengthRange): string {
  const { length } = Array.from(text.trim());
  const count = `${length} ${length === 1 ? "caractere" : "caracteres"}.`;
  if (length === 0) return `O ideal é de ${from} a ${to} caracteres.`;
  if (length < from) return `${count} Curto: o ideal é de ${from} a ${to}.`;
  if (length > to) return `${count} Longo: os buscadores cortam depois de cerca de ${to}.`;
  return `${count} Bom tamanho.`;
}

/** As search engines show a text that is too long: whole words, then dots. */
export function shortened(text: string, { to }: LengthRange): string {
  const letters = Array.from(text.trim());
  if (letters.length <= to) return letters.join("");
  const kept = letters.slice(0, to).join("");
  const end = kept.lastIndexOf(" ");
  return `${end > to / 2 ? kept.slice(0, end) : kept} …`;
}
