/** HTML that the server has made and sanitized: the one place that takes any as it is. */
import { useEffect, useRef, useState } from "react";

import type { CodeText } from "@/api/types";

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
  }, [code]);
  // Empty where the server has rendered the page: React keeps what it finds, as long as this object is the same.
  const [content] = useState(() => ({ __html: (policy?.createHTML(html) ?? html) as string }));
  return <div ref={ref} className="prose" dangerouslySetInnerHTML={content} />;
}
