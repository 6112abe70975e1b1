import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { copyText } from "@/lib/copy-text";
import { Button } from "./button";
import { Tooltip } from "./tooltip";

const CONFIRMED_MS = 2000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <Tooltip label={label}>
        <Button
          variant="ghost"
          size="icon"
          aria-label={label}
          onClick={() => void copyText(text).then(setCopied)}
        >
          {isCopied ? <Check className="text-success" aria-hidden /> : <Copy aria-hidden />}
        </Button>
      </Tooltip>
      <span role="status" className="sr-only">
        {isCopied ? "Copiado" : ""}
      </span>
    </>
  );
}

/** A link, truncated if it doesn't fit, with a button that copies it: `<CopyLink url={url} label="Copiar link" />`. */
export function CopyLink({ url, label }: { url: string; label: string }) {
  return (
    <div className="border-control bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
      <span className="min-w-0 grow truncate font-mono text-xs" title={url}>
        {url}
      </span>
      <CopyButton text={url} label={label} />
    </div>
  );
}
