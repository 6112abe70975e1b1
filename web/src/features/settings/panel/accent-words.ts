/** What becomes of an accent color, for whoever chooses it. */
import type { AccentColors } from "@/api/types";

interface AccentWords {
  /** The site shows another color than the chosen one where most people will see it. */
  isAdjusted: boolean;
  text: string;
}

export function accentWords({ color, light, dark }: AccentColors): AccentWords {
  const isAdjusted = light.accent !== color;
  const sameInDark = dark.accent === color;
  if (isAdjusted) {
    const inDark = sameInDark
      ? "No tema escuro, a cor aparece como você escolheu."
      : `No tema escuro, usa ${dark.accent}.`;
    return {
      isAdjusted,
      text: `A cor ${color} é clara demais para textos e botões em fundo claro. O site usa ${light.accent}, um tom mais escuro dela. ${inDark}`,
    };
  }
  if (sameInDark) return { isAdjusted, text: "A cor é legível nos dois temas e aparece como você escolheu." };
  return {
    isAdjusted,
    text: `A cor é legível e aparece como você escolheu. No tema escuro, o site usa ${dark.accent}, um tom mais claro dela.`,
  };
}

/** What was typed as the server writes colors; nothing where it is no color. */
export function colorOf(typed: string): string | null {
  const digits = /^#?([\da-f]{6})$/i.exec(typed.trim())?.[1];
  return digits ? `#${digits.toLowerCase()}` : null;
}
