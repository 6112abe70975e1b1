/** Copies a text and confirms it. */
import { useState } from "react";

import type { LayoutLabels } from "@/api/types";
import { copyText } from "@/lib/copy-text";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";

interface CopyButtonProps {
  text: string;
  label: string;
  /** Label after copying. */
  copied: string;
  failed: { title: string; description: string };
  labels: LayoutLabels;
}

export function CopyButton({ text, label, copied, failed, labels }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    if (await copyText(text)) setCopied(true);
    else void showToast({ kind: "error", ...failed }, labels);
  }

  return (
    <>
      <button type="button" onClick={() => void copy()} className={button({ look: "line", size: "small" })}>
        {isCopied ? copied : label}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ""}
      </span>
    </>
  );
}
