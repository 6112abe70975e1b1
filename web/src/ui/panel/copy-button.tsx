import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "./button";
import { Tooltip } from "./tooltip";

const CONFIRMED_MS = 2000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <Tooltip label={label}>
        <Button
          variant="ghost"
          size="icon"
          aria-label={label}
          onClick={() => void copy(text).then(setCopied)}
        >
          {copied ? <Check className="text-success" aria-hidden /> : <Copy aria-hidden />}
        </Button>
      </Tooltip>
      <span role="status" className="sr-only">
        {copied ? "Copiado" : ""}
      </span>
    </>
  );
}

/** Browsers keep the clipboard from pages that came over plain http, and people may refuse it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
