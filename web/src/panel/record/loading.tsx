/** Shows the records of a kind, or the record that an editor opens, when they are loaded. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { messageOf } from "@/api/api-error";
import type { Versioned } from "@/api/versioned";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeleton, Skeletons } from "@/panel/feedback/skeleton";
import {
  type ListableKind,
  type ListedRecord,
  openedRecord,
  type ReadableKind,
  recordList,
  type recordTrash,
} from "./kind";

interface RecordsProps<Value extends ListedRecord> {
  kind: ListableKind<Value>;
  /** Shown while loading. */
  placeholder?: ReactNode;
  children: (values: readonly Value[]) => ReactNode;
}

export function Records<Value extends ListedRecord>({ kind, ...props }: RecordsProps<Value>) {
  return <LoadedRecords kind={kind} query={recordList(kind)} {...props} />;
}

interface LoadedRecordsProps<Value extends ListedRecord> extends Omit<RecordsProps<Value>, "kind"> {
  kind: ReadableKind<Value>;
  query: ReturnType<typeof recordTrash<Value>>;
}

export function LoadedRecords<Value extends ListedRecord>(props: LoadedRecordsProps<Value>): ReactNode {
  const { kind, query, placeholder = <Placeholder />, children } = props;
  const { data, error, isError, isFetching, refetch } = useQuery(query);
  if (data) return children(data);
  if (!isError) return placeholder;
  return (
    <div className="border-line bg-surface rounded-lg border">
      <LoadingFailed
        title={kind.messages.loading}
        reason={messageOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function Placeholder() {
  return (
    <div
      className="divide-line border-line bg-surface divide-y rounded-lg border"
      role="status"
      aria-label="Carregando…"
    >
      {["a", "b", "c", "d"].map((key) => (
        <div key={key} className="grid h-14 content-center px-4">
          <Skeleton className="w-1/3" />
        </div>
      ))}
    </div>
  );
}

interface OpenedRecordProps<Value extends ListedRecord> {
  kind: Pick<ReadableKind<Value>, "area" | "key" | "find">;
  id: string;
  onClose: () => void;
  className?: string;
  children: (opened: Versioned<Value>) => ReactNode;
}

export function OpenedRecord<Value extends ListedRecord>(props: OpenedRecordProps<Value>): ReactNode {
  const { kind, id, onClose, className, children } = props;
  const { data, error } = useQuery(openedRecord(kind, id));
  if (data) return children(data);
  if (error) return <NotFound error={error} className={className} onClose={onClose} />;
  return <Skeletons className={className} />;
}
