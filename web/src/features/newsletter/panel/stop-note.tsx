/** Why a subscription was paused or refused. The reason expands to its reporter, time and detail. */
import { REPORTER_LABELS, STOP_REASON_LABELS } from "@/api/labels";
import type { Stop } from "@/api/types";
import { formatDateTime } from "@/panel/format";

export function StopNote({ stop, time }: { stop: Stop; time: string | null }) {
  return (
    <details className="text-muted text-[0.8125rem] font-normal whitespace-normal">
      <summary className="hover:text-ink min-h-6 w-fit cursor-pointer underline decoration-dotted underline-offset-3">
        {STOP_REASON_LABELS[stop.reason]}
      </summary>
      <p className="max-w-md py-1 wrap-anywhere">
        {REPORTER_LABELS[stop.by]}
        {time !== null && (
          <>
            {", "}
            <time dateTime={time}>{formatDateTime(time)}</time>
          </>
        )}
        {stop.detail !== "" && `: ${stop.detail}`}
      </p>
    </details>
  );
}
