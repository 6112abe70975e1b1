/** HTML for frames in which no script runs: what the server has rendered, handed on as it is. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML: (html: string) => unknown };
}

const trusted_types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trusted_types?.createPolicy("vitrine-previa", { createHTML: (html) => html });

/** For `srcdoc` alone, of a frame with a `sandbox` that allows no scripts. */
export function trustedHtml(html: string): string {
  return (policy?.createHTML(html) ?? html) as string;
}
