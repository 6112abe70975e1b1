import { History } from "lucide-react";

import { Button } from "../../ui/panel/button";
import { formatDateTime } from "../../ui/panel/format";
import type { KeptText } from "./kept-text";

/** Says that what is in the editor was typed before, and isn't on the server. */
export function KeptNotice({ kept, onDiscard }: { kept: KeptText; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="bg-info-soft text-info flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm"
    >
      <History className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 grow basis-64">
        Recuperamos o que você digitou até {formatDateTime(kept.kept_at)} e que ainda não tinha sido salvo.
      </p>
      <Button size="sm" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
