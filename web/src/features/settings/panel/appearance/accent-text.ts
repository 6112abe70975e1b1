/** Parses an accent color, and explains which color the site uses. */
import type { AccentColors } from "@/api/types";

interface AccentText {
  /** Whether the site uses another color in the light scheme. */
  isAdjusted: boolean;
  text: string;
}

export function accentText({ color, light, dark }: AccentColors): AccentText {
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

/** Parses a color such as '#1D4FB8' or '1d4fb8' into '#1d4fb8'; returns null if it is invalid. */
export function colorOf(typed: string): string | null {
  const digits = /^#?([\da-f]{6})$/i.exec(typed.trim())?.[1];
  return digits ? `#${digits.toLowerCase()}` : null;
}
