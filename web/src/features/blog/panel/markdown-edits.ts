/** What the toolbar makes of a selection: which part of the text it replaces, with what, and what is selected then. */
export interface Selection {
  text: string;
  from: number;
  to: number;
}

export interface Edit {
  from: number;
  to: number;
  insert: string;
  /** What is selected afterwards, in the new text. */
  select: readonly [number, number];
}

export type MarkdownAction = "bold" | "italic" | "heading" | "link" | "list" | "numbers" | "quote" | "code";

export function editOf(action: MarkdownAction, selection: Selection): Edit {
  switch (action) {
    case "bold":
      return wrapped(selection, "**", "texto em negrito");
    case "italic":
      return wrapped(selection, "_", "texto em itálico");
    case "heading":
      return prefixed(selection, () => "## ", "Subtítulo");
    case "list":
      return prefixed(selection, () => "- ", "Item");
    case "numbers":
      return prefixed(selection, (line) => `${line + 1}. `, "Item");
    case "quote":
      return prefixed(selection, () => "> ", "Citação");
    case "link":
      return link(selection);
    case "code":
      return code(selection);
  }
}

/** With the marks around it, or without those that are there. */
function wrapped({ text, from, to }: Selection, mark: string, example: string): Edit {
  const size = mark.length;
  const isMarked = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
  if (isMarked && from >= size) {
    return {
      from: from - size,
      to: to + size,
      insert: text.slice(from, to),
      select: [from - size, to - size],
    };
  }
  const inner = text.slice(from, to) || example;
  return { from, to, insert: mark + inner + mark, select: [from + size, from + size + inner.length] };
}

const MARKS = /^(?:#{1,6} |[-*+] |\d+\. |> )/;

/** Each line of the selection with the mark before it, or, if all have it, without. */
function prefixed({ text, from, to }: Selection, mark: (line: number) => string, example: string): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const end = next === -1 ? text.length : next;
  const lines = text.slice(start, end).split("\n");
  if (lines.length === 1 && lines[0]?.trim() === "") {
    const insert = mark(0) + example;
    return { from: start, to: end, insert, select: [start + mark(0).length, start + insert.length] };
  }
  const isMarked = lines.every((line, index) => line.startsWith(mark(index)));
  const insert = lines
    .map((line, index) => (isMarked ? line.slice(mark(index).length) : mark(index) + line.replace(MARKS, "")))
    .join("\n");
  return { from: start, to: end, insert, select: [start, start + insert.length] };
}

const ADDRESS = "https://";

/** The address is what is left to write, unless it is what was selected. */
function link({ text, from, to }: Selection): Edit {
  const chosen = text.slice(from, to);
  if (/^https?:\/\/\S+$/.test(chosen)) {
    const label = "texto do link";
    return { from, to, insert: `[${label}](${chosen})`, select: [from + 1, from + 1 + label.length] };
  }
  const label = chosen || "texto do link";
  const insert = `[${label}](${ADDRESS})`;
  const at = from + label.length + 3;
  return { from, to, insert, select: [at, at + ADDRESS.length] };
}

/** Within a line as it is, of several lines as a block. */
function code(selection: Selection): Edit {
  const { text, from, to } = selection;
  const chosen = text.slice(from, to);
  if (!chosen.includes("\n")) return wrapped(selection, "`", "código");
  const before = from === 0 || text[from - 1] === "\n" ? "" : "\n";
  const insert = `${before}\`\`\`\n${chosen.replace(/\n$/, "")}\n\`\`\`\n`;
  const at = from + before.length + 4;
  return { from, to, insert, select: [at, at + chosen.replace(/\n$/, "").length] };
}

/** Counts pictures without a description. Earlier versions inserted a placeholder, which counts as none. */
export function undescribedPictures(text: string): number {
  return text.match(/!\[(?:\s*|Descreva a imagem)\]\([^)\s]/g)?.length ?? 0;
}

/** A picture in its own paragraph. The description may be empty, because a placeholder would be published. */
export function pictureEdit({ text, from, to }: Selection, url: string, alt: string): Edit {
  const label = alt.replace(/[[\]\n]/g, " ").trim();
  const before =
    from === 0 || text.slice(0, from).endsWith("\n\n") ? "" : text[from - 1] === "\n" ? "\n" : "\n\n";
  const after = text.slice(to).startsWith("\n\n") ? "" : text[to] === "\n" ? "\n" : "\n\n";
  const insert = `${before}![${label}](${url})${after}`;
  // Behind it: what comes next, another picture perhaps, must not take its place.
  const end = from + insert.length;
  return { from, to, insert, select: [end, end] };
}

/** Does it as if it were typed: what was there before comes back with Ctrl Z. */
export function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- still the one way into what a browser can undo
  const isTyped = document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

export function selectionOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection {
  return { text: value, from: selectionStart, to: selectionEnd };
}
