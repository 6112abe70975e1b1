/** Finds the code in a WhatsApp message, and the text that the person wrote around it. */

const GROUP = "[0-9A-TV-Z]{5}";
/** As the server accepts it: phones replace hyphens with dashes, and people omit them. */
const SEPARATORS = "[\\s\\-\\u2010-\\u2015\\u2212]*";
const CODE = `${GROUP}(?:${SEPARATORS}${GROUP}){3}(?![\\p{L}\\p{N}])`;
/** Matches the start of each text that has the form of a code. A lookahead, because such texts can overlap. */
const CODES = new RegExp(`(?<![\\p{L}\\p{N}])(?=(${CODE}))`, "giu");
/** Matches the word before the code in the text of the site's link. */
const LABEL = /Protocolo:\s*$/iu;

interface FoundCode {
  /** Positions of the code in the text. */
  start: number;
  end: number;
  /** In the spelling of the server: 'ABCDE-FGHJK-MNPQR-STVWX'. */
  code: string;
}

/** Returns the last text with the form of a code. Only the server can tell whether it is valid. */
export function lastCode(text: string): string | undefined {
  return codesIn(text).at(-1)?.code;
}

/**
 * Returns a message without the sentence with this code, and without the text that the link prepared before it. Without a code, the
 * sentence is the one that says 'Protocolo:'.
 */
export function textWithoutCode(message: string, code?: string, preparedText = ""): string {
  const found = codesIn(message).findLast(({ start, ...found }) =>
    code === undefined ? LABEL.test(message.slice(0, start)) : found.code === code,
  );
  if (!found) return "";
  const before = withoutPrepared(message.slice(0, found.start).replace(LABEL, "").trim(), preparedText);
  const after = message
    .slice(found.end)
    .replace(/^[ \t]*\./, "")
    .trim();
  return [before, after].filter(Boolean).join("\n\n");
}

function withoutPrepared(text: string, prepared: string): string {
  return prepared !== "" && text.endsWith(prepared) ? text.slice(0, -prepared.length).trim() : text;
}

function codesIn(text: string): FoundCode[] {
  return [...text.matchAll(CODES)].map(({ index, 1: match = "" }) => ({
    start: index,
    end: index + match.length,
    code: spelled(match),
  }));
}

function spelled(match: string): string {
  const characters = match
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return characters.match(/.{5}/g)?.join("-") ?? "";
}
