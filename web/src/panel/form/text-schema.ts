/** Rules for texts of forms, as the server checks them: `z.object({ title: requiredText(POST_INPUT_TITLE) })` */
import { z } from "zod";

import { formatNumber } from "@/panel/format";

export const REQUIRED = "Preencha este campo.";

/** Returns the error of a text with more than `max` characters. */
export const tooLong = (max: number) => `Use no máximo ${formatNumber(max)} caracteres.`;

/** Returns the rule for a text of at most `max` code points, not counting white space at its start and end. */
export const textUpTo = (max: number) =>
  z.string().refine((text) => Array.from(text.trim()).length <= max, tooLong(max));

export const requiredText = (max: number) => textUpTo(max).refine((text) => text.trim() !== "", REQUIRED);
