/** The versions of a page in a window of their own. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "../../api/api-error";
import type { Control, HistoryEntry } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { HistoryDialog, type HistoryVersion } from "../../ui/panel/history-dialog";
import type { Json } from "./page-document";
import { changesBetween } from "./page-merge";
import { pageHistory } from "./page-queries";
import type { PageEditor } from "./use-page-editor";

export function PageHistoryButton({ editor }: { editor: PageEditor }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        <History aria-hidden />
        Histórico
      </Button>
      {open && (
        <PageHistory
          editor={editor}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

function PageHistory({ editor, onClose }: { editor: PageEditor; onClose: () => void }) {
  const { name, label, form } = editor.page;
  const found = useInfiniteQuery(pageHistory(name));
  const entries = found.data?.pages.flatMap((page) => page.entries);
  return (
    <HistoryDialog
      title={label}
      versions={entries && versionsOf(form, entries)}
      error={found.error && messageOf(found.error, "Tente novamente mais tarde.")}
      hasMore={found.hasNextPage}
      busy={found.isFetching || editor.isBusy}
      onMore={() => void found.fetchNextPage()}
      onRetry={() => void found.refetch()}
      onRestore={(version) => editor.restore(version, onClose)}
      onClose={onClose}
    />
  );
}

/** What each version changed, and what bringing it back would change now. */
function versionsOf(form: Control, entries: readonly HistoryEntry[]): HistoryVersion[] {
  const document = (entry: HistoryEntry) => entry.document as Json;
  return entries.map((entry, index) => {
    const [before, current] = [entries[index + 1], entries[0]];
    return {
      version: entry.version,
      saved_at: entry.saved_at,
      saved_by: entry.saved_by,
      restored_from: entry.restored_from,
      // The last one shown has its predecessor on the next page, or none at all.
      changes: before ? changesBetween(form, document(before), document(entry)) : null,
      back: index === 0 || !current ? null : changesBetween(form, document(current), document(entry)),
    };
  });
}
