/** What stands where records are: them, their placeholders, or the reason why there are none. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import type { Kind, Named } from "./kind";
import { recordList } from "./navigation-queries";

interface RecordResultsProps<Value extends Named> {
  kind: Pick<Kind<Value, object>, "key" | "words" | "list" | "trash">;
  children: (values: readonly Value[]) => ReactNode;
}

export function RecordResults<Value extends Named>({ kind, children }: RecordResultsProps<Value>) {
  const { data, error, isError, isFetching, refetch } = useQuery(recordList(kind));
  if (data) return children(data);
  return (
    <div className="border-line bg-surface rounded-lg border">
      {isError ? (
        <LoadingFailed
          title={kind.words.loading}
          reason={messageOf(error, "Tente novamente mais tarde.")}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="divide-line divide-y" role="status" aria-label="Carregando…">
          {["a", "b", "c", "d"].map((key) => (
            <div key={key} className="grid h-14 content-center px-4">
              <Skeleton className="w-1/3" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
