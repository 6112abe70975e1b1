/** Finds the code in a WhatsApp message, and the text that the person wrote around it. */

const GROUP = "[0-9A-TV-Z]{5}";
/** As the server accepts it: phones replace hyphens with dashes, and people omit them. */
const SEPARATORS = "[\\s\\-\\u2010-\\u2015\\u2212]*";
const CODE = `${GROUP}(?:${SEPARATORS}${GROUP}){3}(?![\\p{L}\\p{N}])`;
/** Matches the start of each text that has the form of a code. A lookahead, because such texts can overlap. */
const CODES = new RegExp(`(?<![\\p{L}\\p{N}])(?=(${CODE}))`, "giu");
/** Matches the word before the code in the text of the site's link. */
const LABEL = /Protocolo:\s*$/iu;
/** Matches what WhatsApp Web copies before each message: '[14:26, 27/11/2026] Zé: '. */
const STAMP =
  /^\s*\[\d{1,2}:\d{2}(?:\s?[ap]\.?\s?m\.?)?, \d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\] [^:\n]{1,100}:[ \t]*/gimu;

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
 * Returns a message without the sentence with this code, without the text that the link prepared, and without the stamps of WhatsApp
 * Web. Without a code, the sentence is the one that says 'Protocolo:'.
 */
export function textWithoutCode(copied: string, code?: string, preparedText = ""): string {
  const message = copied.replace(STAMP, "");
  const found = codesIn(message).findLast(({ start, ...found }) =>
    code === undefined ? LABEL.test(message.slice(0, start)) : found.code === code,
  );
  if (!found) return "";
  const before = message.slice(0, found.start).replace(LABEL, "").trim();
  const after = message
    .slice(found.end)
    .replace(/^[ \t]*\./, "")
    .trim();
  return [withoutPrepared(before, preparedText, "$"), withoutPrepared(after, preparedText)]
    .filter(Boolean)
    .join("\n\n");
}

/**
 * Returns a text without the prepared one, wherever that is a whole sentence. `end` matches where the text may also follow an
 * unfinished sentence.
 */
function withoutPrepared(text: string, prepared: string, end = "(?!)"): string {
  if (prepared === "") return text;
  const sentence = prepared.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
  const isFinished = /[.!?…]$/u.test(prepared);
  const start = "(?<=(?:^|\\n|[^\\p{L}\\p{N}\\s])\\s*)";
  const stop = isFinished ? "[.!?…]*" : "(?:[.!?…]+(?=\\s|$)|(?=[ \\t]*(?:\\n|$)))";
  const whole = `${start}${sentence}${stop}|(?<![\\p{L}\\p{N}])${sentence}[.!?…]*(?=\\s*${end})`;
  return text
    .replace(new RegExp(`(\\s*)(?:${whole})(\\s*)`, "giu"), (_, before: string, after: string) =>
      gap(before, after),
    )
    .trim();
}

/** Returns the larger one of two gaps between texts, so that a paragraph remains one. */
function gap(before: string, after: string): string {
  const lines = Math.max(before.split("\n").length, after.split("\n").length) - 1;
  return lines === 0 ? " " : "\n".repeat(lines);
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
