// @vitest-environment node
/**
 * Checks that the JSX of public components contains no text except product names: what visitors read or hear is in the content
 * that staff edit. Strings in variables are not checked.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type ts_types from "typescript";
import { describe, expect, it } from "vitest";

/** Loaded without Vite, which fails to find the source map of the package. */
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
/** Product names, which are the same in every language. */
const NAMES = new Set(["WhatsApp", "LinkedIn", "Facebook", "Instagram", "YouTube", "Twitter"]);

/** Returns the visible and spoken texts in a component's source, each with its line. */
function textsIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts_types.Node, shown: string) => {
    if (!WORD.test(shown) || NAMES.has(shown)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1} ${shown.trim()}`);
  };
  const visit = (node: ts_types.Node): void => {
    if (ts.isJsxText(node)) report(node, node.text);
    if (ts.isJsxAttribute(node)) {
      if (SPOKEN.test(node.name.getText()) && node.initializer) reportLiterals(node.initializer, report);
    } else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      reportLiterals(node.expression, report);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Reports the strings that an expression can evaluate to, but not those that it compares or passes to functions. */
function reportLiterals(node: ts_types.Node, report: (node: ts_types.Node, shown: string) => void): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    report(node, node.text);
  } else if (ts.isTemplateExpression(node)) {
    for (const part of [node.head, ...node.templateSpans.map((span) => span.literal)])
      report(part, part.text);
  } else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    if (node.expression) reportLiterals(node.expression, report);
  } else if (ts.isConditionalExpression(node)) {
    reportLiterals(node.whenTrue, report);
    reportLiterals(node.whenFalse, report);
  } else if (ts.isBinaryExpression(node)) {
    const yields = [
      ts.SyntaxKind.PlusToken,
      ts.SyntaxKind.BarBarToken,
      ts.SyntaxKind.QuestionQuestionToken,
    ].includes(node.operatorToken.kind);
    if (yields) reportLiterals(node.left, report);
    if (yields || node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      reportLiterals(node.right, report);
  }
}

describe("public components", () => {
  it("are found by this test", () => {
    expect(files.length).toBeGreaterThan(60);
    expect(files).toContain("frames/site/header.tsx");
  });

  it("contain no visible text", { timeout: 60_000 }, () => {
    expect(files.flatMap((path) => textsIn(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  });
});

describe("check of visible text", () => {
  it.each([
    ["<p>Olá mundo</p>"],
    ['<button aria-label="Fechar" />'],
    ['<img alt={"Foto"} />'],
    ['<p>{busy ? "Enviando" : text}</p>'],
    ["<p>{`Há ${n} artigos`}</p>"],
    ['<p>{text || "Nada"}</p>'],
    ['<input placeholder={done ? "a" : "Seu nome"} />'],
  ])("reports %s", (jsx) => {
    expect(textsIn("x.tsx", `const x = ${jsx};`)).not.toEqual([]);
  });

  it.each([
    ["<p className={cn('grid gap-2', open && 'hidden')}>{text}</p>"],
    ["<p>{kind === 'phone' && text}</p>"],
    ["<a href={`/blog?pagina=${n}`} aria-current={here ? 'page' : undefined}>{label}</a>"],
  ])("allows %s", (jsx) => {
    expect(textsIn("x.tsx", `const x = ${jsx};`)).toEqual([]);
  });
});
