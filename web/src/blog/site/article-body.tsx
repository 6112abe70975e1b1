/** HTML that the server has made and sanitised: the one place that takes any as it is. */
import { useEffect, useRef } from "react";
import type { CodeText } from "../../api/types";

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

export function ArticleBody({ html, code }: { html: string; code: CodeText }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const blocks = ref.current?.querySelectorAll("pre");
    if (blocks?.length) void import("./copy-code").then((loaded) => loaded.addCopyButtons(blocks, code));
  }, [html, code]);
  // Needed only where the browser draws the page itself: what the server drew is left as it is.
  const trusted = (policy?.createHTML(html) ?? html) as string;
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={{ __html: trusted }} />;
}
