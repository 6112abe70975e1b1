/** The button that tests a mail server, and the result. */
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import type { MailTrial } from "@/api/types";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";

interface TrialProps {
  label: string;
  /** Shown on the button during the test. */
  busyLabel: string;
  hint: ReactNode;
  test: { data: MailTrial | undefined; error: Error | null; isPending: boolean };
  onTest: () => void;
}

export function Trial({ label, busyLabel, hint, test: { data, error, isPending }, onTest }: TrialProps) {
  const isGood = data?.outcome === "succeeded";
  const Icon = isGood ? CircleCheck : CircleX;
  const text = error ? messageOf(error) : data?.message;
  return (
    <div className="border-line grid gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={isPending} onClick={onTest}>
          {isPending ? busyLabel : label}
        </Button>
        <p className="text-muted min-w-0 grow basis-52 text-xs">{hint}</p>
      </div>
      {/* Without a result, it takes no space. */}
      <div role="status" className="empty:-mt-3">
        {text && !isPending && (
          <p
            className={cn(
              "flex gap-2.5 rounded-md px-3 py-2 text-sm wrap-anywhere",
              isGood ? "bg-success-soft" : "bg-danger-soft",
            )}
          >
            <Icon
              className={cn("mt-0.5 size-4 shrink-0", isGood ? "text-success" : "text-danger")}
              aria-hidden
            />
            <span className="min-w-0">{text}</span>
          </p>
        )}
      </div>
    </div>
  );
}
