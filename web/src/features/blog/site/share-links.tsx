import { Link as LinkIcon, Mail } from "lucide-react";

import type { LayoutLabels, ShareLinks as Links, ShareText } from "@/api/types";
import { copyText } from "@/lib/copy-text";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";

interface ShareLinksProps {
  text: ShareText;
  links: Links;
  labels: LayoutLabels;
}

export function ShareLinks({ text, links, labels }: ShareLinksProps) {
  const look = button({ look: "line", size: "small" });
  async function copy() {
    const isCopied = await copyText(links.url);
    const outcome = isCopied
      ? ({ kind: "success", title: text.copied } as const)
      : ({ kind: "error", title: text.copy_failed } as const);
    void showToast(outcome, labels);
  }
  return (
    <section aria-labelledby="compartilhar" className="print:hidden">
      <h2 id="compartilhar" className="font-bold">
        {text.title}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        <li>
          <a href={links.whatsapp} rel="noopener" className={look}>
            {text.whatsapp}
          </a>
        </li>
        <li>
          <a href={links.linkedin} rel="noopener" className={look}>
            {text.linkedin}
          </a>
        </li>
        <li>
          <a href={links.email} className={look}>
            <Mail aria-hidden className="size-4" />
            {text.email}
          </a>
        </li>
        <li className="needs-script">
          <button type="button" onClick={() => void copy()} className={look}>
            <LinkIcon aria-hidden className="size-4" />
            {text.copy}
          </button>
        </li>
      </ul>
    </section>
  );
}
