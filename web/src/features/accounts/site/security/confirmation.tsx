/** Asks for a confirmation, in place of the button that opened it. */
import { useEffect, useId, useRef } from "react";

import type { LayoutLabels } from "@/api/types";
import { button } from "@/ui/button";

interface ConfirmationProps {
  labels: LayoutLabels;
  question: string;
  lead: string;
  submit: string;
  cancel: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirmation({
  question,
  lead,
  submit,
  cancel,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmationProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div role="group" aria-labelledby={id} className="border-danger mt-5 rounded-lg border p-5">
      <h4 id={id} ref={title} tabIndex={-1} className="font-semibold outline-none">
        {question}
      </h4>
      <p className="text-muted mt-1 text-pretty">{lead}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => !isBusy && onConfirm()}
          className={button({ look: "line", size: "small", className: "border-danger" })}
        >
          {submit}
        </button>
        <button type="button" onClick={onCancel} className={button({ look: "quiet", size: "small" })}>
          {cancel}
        </button>
      </div>
    </div>
  );
}
