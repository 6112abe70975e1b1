import { History } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { cn } from "@/panel/cn";
import { formatDateTime } from "@/panel/format";
import type { StoredAt } from "./local-draft";

interface LocalDraftNoticeProps {
  draft: StoredAt;
  className?: string | undefined;
  onDiscard: () => void;
}

/** Explains that the form shows unsaved input from an earlier visit, with a button to discard it. */
export function LocalDraftNotice({ draft, className, onDiscard }: LocalDraftNoticeProps) {
  return (
    <div
      role="status"
      className={cn(
        "bg-info-soft text-info flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm",
        className,
      )}
    >
      <p className="flex min-w-0 grow basis-64 items-center gap-4">
        <History className="size-4 shrink-0" aria-hidden />
        <span className="min-w-0">
          Recuperamos o que você digitou até {formatDateTime(draft.kept_at)} e que ainda não tinha sido salvo.
        </span>
      </p>
      <Button size="sm" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
