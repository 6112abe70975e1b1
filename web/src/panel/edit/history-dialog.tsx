/** A button that opens the history of a record: its versions, what each of them changed, and a button to restore each. */
import { useInfiniteQuery, type UseInfiniteQueryResult, useMutation } from "@tanstack/react-query";
import { History } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { HistoryEntry } from "@/api/types";
import type { historyQuery } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EmptyState } from "@/panel/feedback/empty-state";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import { type Change, ChangeTable } from "./change-table";

interface RecordHistory<Content> {
  /** Name of the record in the title. */
  title: string;
  query: ReturnType<typeof historyQuery>;
  changesBetween: (older: Content, newer: Content) => readonly Change[];
  /** Restores a version; `current` is the newest version in the list. */
  restore: (version: number, current: number) => Promise<unknown>;
  /** Why nothing can be restored now. */
  blocked?: string;
  /** Added to the message after restoring. */
  restoredText?: string;
  /** Whether the record has a version of its own among its fields. Its saves are then called so, to tell both numbers apart. */
  hasOwnVersion?: boolean;
}

interface HistoryButtonProps<Content> extends RecordHistory<Content> {
  /** Appearance of the button. */
  variant?: "ghost";
  size?: "sm";
}

/** `<HistoryButton title="Empresa" query={settingsHistory("company")} changesBetween={…} restore={…} />` */
export function HistoryButton<Content>({ variant, size, ...history }: HistoryButtonProps<Content>) {
  const { opened, open, close } = useDialog<true>(`history: ${history.title}`, { hasForm: false });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} {...(variant && { variant })} {...(size && { size })} onClick={() => open(true)}>
        <History aria-hidden />
        Histórico
      </Button>
      {opened && <HistoryDialog {...history} onClose={close} onClosed={() => button.current?.focus()} />}
    </>
  );
}

interface HistoryDialogProps<Content> extends RecordHistory<Content> {
  onClose: () => void;
  onClosed: () => void;
}

function HistoryDialog<Content>(props: HistoryDialogProps<Content>) {
  const { title, query, changesBetween, restore, restoredText = "", blocked, onClose, onClosed } = props;
  const { hasOwnVersion = false } = props;
  const found = useInfiniteQuery(query);
  const entries = found.data?.pages.flatMap((page) => page.entries);
  const { mutate, isPending } = useMutation({
    mutationFn: (version: number) => restore(version, entries?.[0]?.version ?? 0),
    onSuccess: () => {
      notify.success("Versão restaurada!", `A que estava valendo continua no histórico.${restoredText}`);
      onClose();
    },
    onError: (error) => notifyFailure("Erro ao restaurar", error),
  });
  const busy = found.isFetching || isPending;
  const tryToRestore = (version: number) =>
    blocked === undefined ? mutate(version) : notify.error("Erro ao restaurar", blocked);
  return (
    <Modal size="medium" title={`Histórico: ${title}`} onClose={onClose} onClosed={onClosed}>
      <div className="overflow-y-auto">
        {entries ? (
          <Versions
            versions={historyVersions(entries, changesBetween)}
            hasOwnVersion={hasOwnVersion}
            busy={busy}
            onRestore={tryToRestore}
          />
        ) : (
          <LoadingState query={found} />
        )}
        {found.hasNextPage && (
          <div className="flex justify-center p-4">
            <Button busy={busy} onClick={() => void found.fetchNextPage()}>
              Carregar mais
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

function LoadingState({ query }: { query: UseInfiniteQueryResult }): ReactNode {
  if (!query.error) return <Placeholder />;
  return (
    <LoadingFailed
      title="Erro ao carregar o histórico"
      reason={messageOf(query.error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

interface HistoryVersion extends Omit<HistoryEntry, "document"> {
  /** What this version changed; null if the previous version is unknown. */
  changes: readonly Change[] | null;
  /** What restoring this version would change; null for the current version. */
  restoring: readonly Change[] | null;
}

/** Adds to each entry how it differs from the previous version and from the current one. Entries are sorted newest first. */
function historyVersions<Content>(
  entries: readonly HistoryEntry[],
  changesBetween: (older: Content, newer: Content) => readonly Change[],
): HistoryVersion[] {
  const content = (entry: HistoryEntry) => entry.document as Content;
  return entries.map((entry, index) => {
    const [before, current] = [entries[index + 1], entries[0]];
    return {
      ...entry,
      // The version before the last entry is on the next page, or doesn't exist.
      changes: before ? changesBetween(content(before), content(entry)) : null,
      restoring: index === 0 || !current ? null : changesBetween(content(current), content(entry)),
    };
  });
}

interface VersionsProps {
  versions: readonly HistoryVersion[];
  hasOwnVersion: boolean;
  busy: boolean;
  onRestore: (version: number) => void;
}

function Versions({ versions, ...rest }: VersionsProps) {
  if (versions.length === 0) {
    return (
      <EmptyState icon={History} title="Nenhuma alteração ainda">
        A cada vez que alguém salvar, a versão anterior fica guardada aqui e pode ser restaurada.
      </EmptyState>
    );
  }
  return (
    <ol>
      {versions.map((version) => (
        <Version key={version.version} version={version} {...rest} />
      ))}
    </ol>
  );
}

interface VersionProps extends Omit<VersionsProps, "versions"> {
  version: HistoryVersion;
}

/** Names of a save with its number: as a title, with an article, and after 'Restauração'. */
const NAMES = {
  version: { title: "Versão", article: "a versão", of: "da versão" },
  save: { title: "Salvamento", article: "o salvamento", of: "do salvamento" },
};

function Version({ version, hasOwnVersion, busy, onRestore }: VersionProps) {
  const name = hasOwnVersion ? NAMES.save : NAMES.version;
  const [isConfirming, setConfirming] = useState(false);
  const { saved_at, restored_from, changes, restoring } = version;
  return (
    <li className="border-line border-b px-5 py-4 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <VersionTitle name={name.title} version={version} />
        {restoring === null && <Badge tone="info">{hasOwnVersion ? "Texto atual" : "Versão atual"}</Badge>}
        {restoring !== null && restoring.length > 0 && !isConfirming && (
          <Button size="sm" onClick={() => setConfirming(true)}>
            Restaurar
            <span className="sr-only">
              {" "}
              {saved_at ? `${name.article} ${version.version}` : "o conteúdo inicial"}
            </span>
          </Button>
        )}
      </div>
      {restored_from !== null && (
        <p className="text-muted mt-1 text-xs">
          {restored_from === 0
            ? "Restauração do conteúdo inicial"
            : `Restauração ${name.of} ${restored_from}`}
        </p>
      )}
      {isConfirming && restoring ? (
        <div className="border-control mt-3 grid gap-3 rounded-lg border p-3">
          <ChangeTable caption="O que muda se você restaurar" changes={restoring} isChange />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="primary" busy={busy} onClick={() => onRestore(version.version)}>
              Restaurar esta versão
            </Button>
            <Button size="sm" onClick={() => setConfirming(false)}>
              Cancelar
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

function VersionTitle({ name, version }: { name: string; version: HistoryVersion }) {
  const { version: number, saved_at, saved_by } = version;
  if (!saved_at) return <h3 className="text-sm font-medium">Conteúdo inicial</h3>;
  return (
    <h3 className="text-sm font-medium">
      {name} {number}
      <span className="text-muted font-normal">
        {" "}
        · {formatDateTime(saved_at)} · {saved_by ?? "conta excluída"}
      </span>
    </h3>
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
