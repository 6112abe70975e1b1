import { CircleAlert } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { EmptyState } from "./empty-state";

interface LoadingFailedProps {
  title: string;
  /** The server's reason, or a generic text. */
  reason: string;
  busy: boolean;
  onRetry: () => void;
}

/** Shown instead of data that couldn't be loaded, with a button to try again. */
export function LoadingFailed({ title, reason, busy, onRetry }: LoadingFailedProps) {
  return (
    <EmptyState
      icon={CircleAlert}
      title={title}
      action={
        <Button busy={busy} onClick={onRetry}>
          Tentar de novo
        </Button>
      }
    >
      {reason}
    </EmptyState>
  );
}
