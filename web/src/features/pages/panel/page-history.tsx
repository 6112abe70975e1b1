/** The versions of a page in a window of their own. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { HistoryDialog } from "@/panel/edit/history-dialog";
import { historyVersions } from "@/panel/edit/history-versions";
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
      versions={
        entries && historyVersions<Json>(entries, (older, newer) => changesBetween(form, older, newer))
      }
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
