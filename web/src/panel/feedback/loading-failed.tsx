import { CircleAlert } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { EmptyState } from "./empty-state";

interface LoadingFailedProps {
  title: string;
  /** Why, in the server's words where it gave some. */
  reason: string;
  busy: boolean;
  onRetry: () => void;
}

/** Stands where a list would, when it could not be had. */
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
