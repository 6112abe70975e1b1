/** The contacts manager: what came in through the site, found, read, answered and sorted. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Outlet, useParams } from "react-router";

import { readSession } from "@/lib/session";
import { Screen } from "@/panel/screen";
import { useRowKeys } from "@/panel/list/use-row-keys";
import { BulkBar } from "./bulk-bar";
import { ContactPager } from "./contact-pager";
import { contactPage } from "./contact-queries";
import { ContactResults } from "./contact-results";
import { ContactToolbar } from "./contact-toolbar";
import { ExportButton } from "./export-button";
import { FolderTabs } from "./folder-tabs";
import { SavedFilters } from "./saved-filters";
import { useContactList } from "./use-contact-list";
import { useSelection } from "@/panel/list/use-selection";

const REFRESH_MS = 60_000;

export function ContactsScreen() {
  const list = useContactList();
  const { id } = useParams();
  const search = useRef<HTMLInputElement>(null);
  const page = useQuery({
    ...contactPage(list.filter),
    // While one is open the rows behind it stay put, so that the next and the previous one stay what they were.
    enabled: (query) => id === undefined || query.state.data === undefined,
    // The clock of promises goes on, and contacts come in.
    refetchInterval: REFRESH_MS,
  });
  const selection = useSelection(page.data?.contacts.map((contact) => contact.id) ?? []);
  useRowKeys(search, id === undefined);
  const isAdmin = readSession()?.user.role === "admin";

  return (
    <Screen title="Gerenciar Contatos" actions={isAdmin && <ExportButton filter={list.filter} />}>
      <FolderTabs filter={list.filter} />
      <SavedFilters filter={list.filter} />
      <ContactToolbar list={list} searchRef={search} />
      <BulkBar folder={list.filter.folder} selection={selection} />
      <ContactResults page={page} list={list} selection={selection} />
      {page.data && <ContactPager page={page.data} isStale={page.isPlaceholderData} list={list} />}
      <Outlet context={page.data?.contacts ?? []} />
    </Screen>
  );
}
