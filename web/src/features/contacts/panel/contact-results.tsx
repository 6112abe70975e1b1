/** What stands where the contacts are: rows, their placeholders, or the reason why there are none. */
import type { UseQueryResult } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { formatCount } from "@/panel/format";
import { describeFound } from "@/panel/list/search-coverage";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { ShortcutsHint } from "@/panel/shortcuts-hint";
import { isFiltered } from "./contact-filter";
import type { ContactPage } from "./contact-queries";
import { ContactTable } from "./contact-table";
import { NoContacts } from "./no-contacts";
import type { ContactList } from "./use-contact-list";
import type { Selection } from "@/panel/list/use-selection";

interface ContactResultsProps {
  page: UseQueryResult<ContactPage>;
  list: ContactList;
  selection: Selection;
}

export function ContactResults({ page, list, selection }: ContactResultsProps) {
  const { data } = page;
  return (
    <>
      <div className="mb-2 flex min-h-6 items-center justify-between gap-4">
        <p role="status" className="text-muted text-sm">
          {data ? describe(data, isFiltered(list.filter)) : page.isError ? "" : "Carregando contatos…"}
        </p>
        <ShortcutsHint />
      </div>
      <div className="border-line bg-surface overflow-clip rounded-lg border">
        <Rows page={page} list={list} selection={selection} />
      </div>
    </>
  );
}

function Rows({ page, list, selection }: ContactResultsProps) {
  if (page.isError && !page.data) {
    return (
      <LoadingFailed
        title="Erro ao carregar contatos"
        reason={messageOf(page.error, "Tente novamente mais tarde.")}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    );
  }
  if (page.data?.contacts.length === 0) return <NoContacts list={list} />;
  return (
    <ContactTable
      contacts={page.data?.contacts}
      list={list}
      selection={selection}
      isStale={page.isPlaceholderData}
    />
  );
}

function describe({ total, reach }: ContactPage, filtered: boolean): string {
  if (filtered) return describeFound(total, reach, "contato", "contatos");
  return formatCount(total, "contato", "contatos");
}
