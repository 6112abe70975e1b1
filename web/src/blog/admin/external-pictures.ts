/** Pictures of other sites in an article's text: the article leaves them out, so their author is told. */

const MARKDOWN = /!\[[^\]]*\]\(\s*<?([^\s)>]+)/g;
const HTML = /<img\b[^>]*?\bsrc\s*=\s*["']?([^\s"'>]+)/gi;
/** Code shows what is written in it, pictures included. */
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;

/** The addresses of pictures that are not on this site, each once, in the order of the text. */
export function externalPictures(markdown: string): string[] {
  const text = markdown.replace(CODE, (code) => " ".repeat(code.length));
  const found = [...text.matchAll(MARKDOWN), ...text.matchAll(HTML)];
  const addresses = found.sort((a, b) => a.index - b.index).map((match) => match[1] ?? "");
  return [...new Set(addresses.filter((address) => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)))];
}
