import type { CodeText } from "@/api/types";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML: (html: string) => unknown };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
/** Marks the HTML as trusted. The Content Security Policy refuses to insert other texts as HTML. */
const policy = trustedTypes?.createPolicy("vitrine-artigo", { createHTML: (html) => html });

interface ArticleBodyProps {
  html: string;
  /** Labels of the buttons that copy code. */
  code: CodeText;
}

/**
 * The text of an article or edition. This is the only component of the site that inserts HTML written by staff. The server has
 * rendered and sanitized the HTML.
 */
export function ArticleBody({ html, code }: ArticleBodyProps) {
  const content = { __html: (policy?.createHTML(html) ?? html) as string };
  return <div data-code={JSON.stringify(code)} className="prose" dangerouslySetInnerHTML={content} />;
}
