/** The versions of a record in a window of their own. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { HistoryDialog } from "@/panel/edit/history-dialog";
import { historyVersions } from "@/panel/edit/history-versions";
import { changesBetween } from "./merge";
import { RECORD_LABELS, type RecordName, type Texts } from "./records";
import { restoreRecord, settingsHistory, settingsRecord } from "./settings-queries";

export function HistoryButton({ name }: { name: RecordName }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        <History aria-hidden />
        Histórico
      </Button>
      {open && (
        <RecordHistory
          name={name}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

function RecordHistory({ name, onClose }: { name: RecordName; onClose: () => void }) {
  const found = useInfiniteQuery(settingsHistory(name));
  const entries = found.data?.pages.flatMap((page) => page.entries);
  const restore = useRestore(name, entries?.[0]?.version ?? 0, onClose);
  return (
    <HistoryDialog
      title={RECORD_LABELS[name]}
      versions={entries && historyVersions<Texts>(entries, changesBetween)}
      error={found.error && messageOf(found.error, "Tente novamente mais tarde.")}
      hasMore={found.hasNextPage}
      busy={found.isFetching || restore.isPending}
      onMore={() => void found.fetchNextPage()}
      onRetry={() => void found.refetch()}
      onRestore={restore.mutate}
      onClose={onClose}
    />
  );
}

function useRestore(name: RecordName, current: number, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => restoreRecord(name, version, current),
    onSuccess: (opened) => {
      cache.setQueryData(settingsRecord(name).queryKey, opened);
      notify.success("Versão restaurada!", "A que estava valendo continua no histórico.");
      onDone();
    },
    onError: (error) => notify.error("Erro ao restaurar", messageOf(error, "Tente novamente mais tarde.")),
    onSettled: () => void cache.invalidateQueries({ queryKey: ["settings", name] }),
  });
}
