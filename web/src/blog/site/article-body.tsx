/** HTML that the server has made and sanitised: the one place that takes any as it is. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML: (html: string) => unknown;
  };
}

const trusted_types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trusted_types?.createPolicy("vitrine-artigo", { createHTML: (html) => html });

export function ArticleBody({ html }: { html: string }) {
  // Needed only where the browser draws the page itself: what the server drew is left as it is.
  const trusted = (policy?.createHTML(html) ?? html) as string;
  return <div className="prose" dangerouslySetInnerHTML={{ __html: trusted }} />;
}
