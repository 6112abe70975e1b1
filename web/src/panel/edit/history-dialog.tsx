/** What a record was before, version by version, each with what it changed, and the way back to any of them. */
import { History } from "lucide-react";
import { useState } from "react";

import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ChangeTable } from "./change-table";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatDateTime } from "@/panel/format";
import type { HistoryVersion } from "./history-versions";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";

interface HistoryDialogProps {
  /** What the record is called. */
  title: string;
  versions: readonly HistoryVersion[] | undefined;
  /** Why there are none to show. */
  error: string | null;
  /** Versions before these. */
  hasMore: boolean;
  /** Something is being asked for or brought back. */
  busy: boolean;
  onMore: () => void;
  onRetry: () => void;
  onRestore: (version: number) => void;
  onClose: () => void;
}

export function HistoryDialog(props: HistoryDialogProps) {
  const { title, versions, error, hasMore, busy, onMore, onRetry, onRestore, onClose } = props;
  return (
    <Modal
      onClose={onClose}
      className="inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:top-[6dvh] sm:bottom-auto sm:left-1/2 sm:max-h-[88dvh] sm:w-[min(46rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-xl"
    >
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">Histórico: {title}</ModalTitle>
        <ModalClose />
      </div>
      <div className="overflow-y-auto">
        {versions === undefined ? (
          error === null ? (
            <Placeholder />
          ) : (
            <LoadingFailed
              title="Erro ao carregar o histórico"
              reason={error}
              busy={busy}
              onRetry={onRetry}
            />
          )
        ) : versions.length === 0 ? (
          <EmptyState icon={History} title="Nenhuma alteração ainda">
            A cada vez que alguém salvar, a versão anterior fica guardada aqui e pode ser restaurada.
          </EmptyState>
        ) : (
          <ol>
            {versions.map((version) => (
              <Entry key={version.version} version={version} busy={busy} onRestore={onRestore} />
            ))}
          </ol>
        )}
        {hasMore && (
          <div className="flex justify-center p-4">
            <Button busy={busy} onClick={onMore}>
              Carregar mais
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

interface EntryProps {
  version: HistoryVersion;
  busy: boolean;
  onRestore: (version: number) => void;
}

function Entry({ version, busy, onRestore }: EntryProps) {
  const [asked, setAsked] = useState(false);
  const { saved_at, saved_by, restored_from, changes, back } = version;
  const isSame = back?.length === 0;
  return (
    <li className="border-line border-b px-5 py-4 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="text-sm font-medium">
          {saved_at ? `Versão ${version.version}` : "Conteúdo inicial"}
          {saved_at && (
            <span className="text-muted font-normal">
              {" "}
              · {formatDateTime(saved_at)} · {saved_by ?? "conta excluída"}
            </span>
          )}
        </h3>
        {back === null ? (
          <Badge tone="info">Versão atual</Badge>
        ) : (
          !asked &&
          !isSame && (
            <Button size="sm" onClick={() => setAsked(true)}>
              Restaurar
              <span className="sr-only">
                {" "}
                {saved_at ? `a versão ${version.version}` : "o conteúdo inicial"}
              </span>
            </Button>
          )
        )}
      </div>
      {restored_from !== null && (
        <p className="text-muted mt-1 text-xs">
          {restored_from === 0 ? "Restauração do conteúdo inicial" : `Restauração da versão ${restored_from}`}
        </p>
      )}
      {asked && back ? (
        <div className="border-control mt-3 grid gap-3 rounded-lg border p-3">
          <ChangeTable caption="O que muda se você restaurar" changes={back} isChange />
          <div className="flex flex-wrap justify-end gap-2">
            <Button size="sm" onClick={() => setAsked(false)}>
              Cancelar
            </Button>
            <Button
              size="sm"
              variant="primary"
              busy={busy}
              disabled={busy}
              onClick={() => onRestore(version.version)}
            >
              Restaurar esta versão
            </Button>
          </div>
        </div>
      ) : (
        changes !== null &&
        changes.length > 0 && (
          <div className="mt-3">
            <ChangeTable caption="O que mudou" changes={changes} isChange />
          </div>
        )
      )}
    </li>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4 p-5" role="status">
      <span className="sr-only">Carregando histórico…</span>
      <Skeleton className="w-1/2" />
      <Skeleton className="h-16 rounded-lg" />
      <Skeleton className="w-1/3" />
      <Skeleton className="h-16 rounded-lg" />
    </div>
  );
}
