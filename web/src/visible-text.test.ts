// @vitest-environment node
/** Public components say nothing of their own: every word a visitor reads, or hears, stands in a document staff can edit. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type ts_types from "typescript";
import { describe, expect, it } from "vitest";

/** Past Vite, which looks for its source map in vain. */
const ts = createRequire(import.meta.url)("typescript") as typeof ts_types;

const root = import.meta.dirname;
const isPublic = (path: string) => /^(frames\/site|features\/[^/]+\/site|ui)\/.*\.tsx$/.test(path);
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.split(sep).join("/"))
  .filter((path) => isPublic(path) && !path.endsWith(".test.tsx"))
  .sort();

/** Attributes that people read or hear. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder|braillelabel)|title|alt|placeholder|label|summary|text|lead|hint|error)$/;
const WORD = /\p{L}{2,}/u;
/** Names of things, the same in every language. */
const NAMES = new Set(["WhatsApp", "LinkedIn", "Facebook", "Instagram", "YouTube", "Twitter"]);

function words(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const say = (node: ts_types.Node, said: string) => {
    if (!WORD.test(said) || NAMES.has(said)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${said.trim()}`);
  };
  const visit = (node: ts_types.Node): void => {
    if (ts.isJsxText(node)) say(node, node.text);
    if (ts.isJsxAttribute(node)) {
      if (SPOKEN.test(node.name.getText()) && node.initializer) literals(node.initializer, say);
    } else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      literals(node.expression, say);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The texts an expression may come to, not those it compares or hands to functions. */
function literals(node: ts_types.Node, say: (node: ts_types.Node, said: string) => void): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    say(node, node.text);
  } else if (ts.isTemplateExpression(node)) {
    for (const part of [node.head, ...node.templateSpans.map((span) => span.literal)]) say(part, part.text);
  } else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    if (node.expression) literals(node.expression, say);
  } else if (ts.isConditionalExpression(node)) {
    literals(node.whenTrue, say);
    literals(node.whenFalse, say);
  } else if (ts.isBinaryExpression(node)) {
    const yields = [
      ts.SyntaxKind.PlusToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(node.operatorToken.kind);
    if (yields) literals(node.left, say);
    if (yields || node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      literals(node.right, say);
  }
}

describe("public components", () => {
  it("are where this test looks for them", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files).toContain("frames/site/header.tsx");
  });

  // Reading them all takes a while.
  it("contain no visible words of their own", { timeout: 60_000 }, () => {
    expect(files.flatMap((path) => words(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  });

  it.each([
    ["<p>Olá mundo</p>"],
    ['<button aria-label="Fechar" />'],
    ['<img alt={"Foto"} />'],
    ['<p>{busy ? "Enviando" : text}</p>'],
    ["<p>{`Há ${n} artigos`}</p>"],
    ['<p>{text || "Nada"}</p>'],
    ['<input placeholder={done ? "a" : "Seu nome"} />'],
  ])("would be caught saying %s", (jsx) => {
    expect(words("x.tsx", `const x = ${jsx};`)).not.toEqual([]);
  });

  it.each([
    ["<p className={cn('grid gap-2', open && 'hidden')}>{text}</p>"],
    ["<p>{kind === 'phone' && text}</p>"],
    ["<a href={`/blog?pagina=${n}`} aria-current={here ? 'page' : undefined}>{label}</a>"],
  ])("may well say %s", (jsx) => {
    expect(words("x.tsx", `const x = ${jsx};`)).toEqual([]);
  });
});
