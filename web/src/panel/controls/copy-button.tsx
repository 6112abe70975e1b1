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
