/** What stands where the users are: rows, a spinner before the first ones, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";

import { messageOf } from "@/api/api-error";
import type { UserRecord } from "@/api/types";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { ShortcutsHint } from "@/panel/shortcuts-hint";
import { Spinner } from "@/panel/feedback/spinner";
import type { UserList } from "./use-user-list";
import { isFiltered } from "./user-filter";
import type { UserPage } from "./user-queries";
import { UserTable } from "./user-table";

interface UserResultsProps {
  page: UseQueryResult<UserPage>;
  list: UserList;
  onDelete: (user: UserRecord) => void;
}

export function UserResults({ page, list, onDelete }: UserResultsProps) {
  const { data } = page;
  return (
    <>
      <div className="mb-2 flex min-h-6 items-center justify-between gap-4">
        <p role="status" className="text-muted text-sm">
          {data && describe(data.total, isFiltered(list.filter))}
        </p>
        <ShortcutsHint />
      </div>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        {data && data.users.length > 0 ? (
          <UserTable users={data.users} list={list} isStale={page.isPlaceholderData} onDelete={onDelete} />
        ) : (
          <NoRows page={page} list={list} />
        )}
      </div>
    </>
  );
}

function NoRows({ page, list: { filter } }: Omit<UserResultsProps, "onDelete">) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar usuários"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (!page.data) {
    return (
      <p className="text-muted flex items-center justify-center gap-2 px-6 py-24 text-sm" aria-busy>
        <Spinner />
        Carregando usuários…
      </p>
    );
  }
  return (
    <EmptyState icon={UserSearch} title="Nenhum usuário encontrado">
      {isFiltered(filter) ? "Tente ajustar os filtros de busca." : "Comece criando um novo usuário."}
    </EmptyState>
  );
}

function describe(total: number, filtered: boolean): string {
  const count = formatCount(total, "usuário", "usuários");
  return filtered ? `${count} ${total === 1 ? "encontrado" : "encontrados"}` : count;
}
