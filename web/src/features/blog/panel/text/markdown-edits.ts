/** Edits that the Markdown toolbar makes: the toolbar's actions, inserted pictures, and applying an edit to the text area. */

/** A text with the start and end of its selection, as indexes. */
interface Selection {
  text: string;
  from: number;
  to: number;
}

/** Replaces the text from `from` to `to`. */
interface Edit {
  from: number;
  to: number;
  insert: string;
  /** Start and end of the selection in the new text. */
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

/** Adds a mark before and after the selection, or removes these marks. An empty selection becomes the example. */
function wrapped({ text, from, to }: Selection, mark: string, example: string): Edit {
  const size = mark.length;
  const isMarked =
    from >= size && text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
  if (isMarked) {
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

/** The mark of a heading, a list item or a quote at the start of a line. */
const MARKS = /^(?:#{1,6} |[-*+] |\d+\. |> )/;

/** Adds the mark to each line of the selection in place of another one, or removes it if all lines have it. */
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

/** Makes the selection a link, and selects the part that the user types next: the address or the text. */
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

/** Makes the selection inline code or, if it has several lines, a code block. */
function code(selection: Selection): Edit {
  const { text, from, to } = selection;
  const chosen = text.slice(from, to);
  if (!chosen.includes("\n")) return wrapped(selection, "`", "código");
  const before = from === 0 || text[from - 1] === "\n" ? "" : "\n";
  const lines = chosen.replace(/\n$/, "");
  const insert = `${before}\`\`\`\n${lines}\n\`\`\`\n`;
  const at = from + before.length + "```\n".length;
  return { from, to, insert, select: [at, at + lines.length] };
}

/** Inserts a picture as a separate paragraph. An empty description stays empty, because a placeholder could be published. */
export function pictureEdit({ text, from, to }: Selection, url: string, alt: string): Edit {
  const label = alt.replace(/[[\]\n]/g, " ").trim();
  const before =
    from === 0 || text.slice(0, from).endsWith("\n\n") ? "" : text[from - 1] === "\n" ? "\n" : "\n\n";
  const after = text.slice(to).startsWith("\n\n") ? "" : text[to] === "\n" ? "\n" : "\n\n";
  const insert = `${before}![${label}](${url})${after}`;
  // Nothing is selected, so that the next picture doesn't replace this one.
  const end = from + insert.length;
  return { from, to, insert, select: [end, end] };
}

/** Applies an edit as if it were typed, so that Ctrl+Z undoes it. */
export function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only edit that browsers can undo
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
