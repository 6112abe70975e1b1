import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

import { copyText } from "@/lib/copy-text";
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
          onClick={() => void copyText(text).then(setCopied)}
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
