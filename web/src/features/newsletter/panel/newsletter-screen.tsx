/** Who gets the newsletter, since when, and what they have agreed to. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, Navigate } from "react-router";

import type { Subscription } from "@/api/types";
import { readSession } from "@/lib/session";
import { Pager } from "@/panel/list/pager";
import { Screen } from "@/panel/screen";
import { useRowKeys } from "@/panel/list/use-row-keys";
import { DeleteSubscriptionDialog } from "./delete-subscription-dialog";
import { ExportButton } from "./export-button";
import { StatusTabs } from "./status-tabs";
import { subscriptionsPath } from "./subscription-filter";
import { PAGE_SIZE, subscriptionPage, subscriptionSummary } from "./subscription-queries";
import { SubscriptionResults } from "./subscription-results";
import { SubscriptionToolbar } from "./subscription-toolbar";
import { useSubscriptionList } from "./use-subscription-list";

export function NewsletterScreen() {
  const list = useSubscriptionList();
  const { filter, state } = list;
  const page = useQuery(subscriptionPage(filter));
  const { data: summary } = useQuery(subscriptionSummary);
  const [doomed, setDoomed] = useState<Subscription | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useRowKeys(search, doomed === null);
  return (
    <Screen
      title="Newsletter"
      actions={readSession()?.user.role === "admin" && <ExportButton filter={filter} />}
    >
      <StatusTabs filter={filter} summary={summary} />
      <SubscriptionToolbar list={list} searchRef={search} />
      <SubscriptionResults page={page} list={list} onDelete={setDoomed} />
      {page.data && (
        <Pager
          cursor={filter.cursor}
          next={page.data.next}
          shown={page.data.subscriptions.length}
          size={PAGE_SIZE}
          total={page.data.total}
          isStale={page.isPlaceholderData}
          state={state}
          linkTo={(cursor, state) => <Link to={subscriptionsPath({ ...filter, cursor })} state={state} />}
          redirectTo={(cursor, state) => (
            <Navigate replace to={subscriptionsPath({ ...filter, cursor })} state={state} />
          )}
        />
      )}
      {doomed && <DeleteSubscriptionDialog subscription={doomed} onClose={() => setDoomed(null)} />}
    </Screen>
  );
}
