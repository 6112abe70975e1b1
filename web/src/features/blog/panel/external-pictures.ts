/** Pictures of other sites in an article's text: the article leaves them out, so their author is told. */

const MARKDOWN = /!\[[^\]]*\]\(\s*<?([^\s)>]+)/g;
/** `![text][label]`, `![label][]` and `![label]`. */
const REFERENCE = /!\[([^\]]*)\](?:\[([^\]]*)\])?(?!\()/g;
/** `[label]: address` */
const DEFINITION = /^ {0,3}\[([^\]]+)\]:[ \t]*\n?[ \t]*<?([^\s>]+)/gm;
const HTML = /<img\b[^>]*?\bsrc\s*=\s*["']?([^\s"'>]+)/gi;
/** Code shows what is written in it, pictures included. */
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;

/** The addresses of pictures that are not on this site, each once, in the order of the text. */
export function externalPictures(markdown: string): string[] {
  const text = markdown.replace(CODE, (code) => " ".repeat(code.length));
  const defined = definitionsOf(text);
  const found = [
    ...[...text.matchAll(MARKDOWN), ...text.matchAll(HTML)].map(({ index, 1: address = "" }) => ({
      index,
      address,
    })),
    ...[...text.matchAll(REFERENCE)].map(({ index, 1: shown = "", 2: label }) => ({
      index,
      address: defined.get(normalized(label || shown)) ?? "",
    })),
  ];
  const addresses = found.sort((a, b) => a.index - b.index).map(({ address }) => address);
  return [...new Set(addresses.filter((address) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)))];
}

/** Addresses by label. The first definition of a label counts. */
function definitionsOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(DEFINITION)].reverse();
  return new Map(found.map(({ 1: label = "", 2: address = "" }) => [normalized(label), address]));
}

const normalized = (label: string) => label.trim().replace(/\s+/g, " ").toLowerCase();
