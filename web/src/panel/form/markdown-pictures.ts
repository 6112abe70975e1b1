/** Finds the pictures in Markdown that the editor warns about: those that texts do not show, and those without a description. */

/** `![text](address)` */
const INLINE = /!\[[^\]]*\]\(\s*<?([^\s)>]+)/g;
/** `![text][label]`, `![label][]` and `![label]`. */
const REFERENCE = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?!\()/g;
/** `[label]: address` */
const DEFINITION = /^ {0,3}\[([^\]]+)\]:[ \t]*\n?[ \t]*<?([^\s>]+)/gm;
const HTML = /<img\b[^>]*?\bsrc\s*=\s*["']?([^\s"'>]+)/gi;
/** Code blocks and inline code. Pictures in them are only text. */
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;

/**
 * Returns the addresses of the pictures that texts don't show, each once, in the order of the text. Texts show only
 * pictures whose address is a path of this site, such as `/media/a.png`.
 */
export function hiddenPictures(markdown: string): string[] {
  const text = withoutCode(markdown);
  const defined = definitionsOf(text);
  const found = [
    ...[...text.matchAll(INLINE), ...text.matchAll(HTML)].map(({ index, 1: address = "" }) => ({
      index,
      address,
    })),
    ...[...text.matchAll(REFERENCE)].map(({ index, 1: shown = "", 2: label }) => ({
      index,
      address: defined.get(normalized(label || shown)) ?? "",
    })),
  ];
  const addresses = found.sort((a, b) => a.index - b.index).map(({ address }) => address);
  return [...new Set(addresses.filter((address) => address && !/^\/(?!\/)/.test(address)))];
}

/** Replaces code with a word instead of removing it, because the description of a picture may consist of code. */
const withoutCode = (markdown: string) => markdown.replace(CODE, "code");

/** Returns addresses by label. The first definition of a label counts. */
function definitionsOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(DEFINITION)].reverse();
  return new Map(found.map(({ 1: label = "", 2: address = "" }) => [normalized(label), address]));
}

const normalized = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * Counts pictures without a description, written as `![](address)`. The placeholder that earlier releases inserted is not a
 * description.
 */
export function undescribedPictures(markdown: string): number {
  return withoutCode(markdown).match(/!\[(?:\s*|Descreva a imagem)\]\([^)\s]/g)?.length ?? 0;
}
