/** The panel's first screen: what waits today, then stats and links to what needs attention. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import { hasRightsOf } from "@/api/rights";
import type { Dashboard, User } from "@/api/types";
import { useSession } from "@/features/accounts/panel/session";
import { LatestContacts } from "@/features/contacts/panel/list/latest-contacts";
import { ResultsCard } from "@/features/contacts/panel/results/results-card";
import { MySteps } from "@/features/contacts/panel/steps/my-steps";
import { WithheldAlert } from "@/features/mail/panel/notices";
import { outboxSummary } from "@/features/mail/panel/queries";
import { PrivacyRequestsAlert } from "@/features/privacy_requests/panel/alert";
import { requestSummary } from "@/features/privacy_requests/panel/summary";
import { MailboxAlert } from "@/features/settings/panel/mailbox-alert";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Reserved } from "@/panel/feedback/reserved";
import { Screen } from "@/panel/screen";
import { ServiceCard, StatusCard } from "./breakdown";
import { ContactsByDay } from "./contacts-by-day";
import { dashboardStats, REFRESH_MS, useContactChanges } from "./dashboard-queries";
import { LatestPosts } from "./latest-posts";
import { MailCard } from "./mail-card";
import { type Period, readPeriod } from "./period";
import { QuickActions } from "./quick-actions";
import { ConnectionStatus, OperationNotices } from "./server-status";
import { SetupCard } from "./setup-card";
import { StatCards } from "./stat-cards";
import { VisitsCard } from "./visits-card";
import { WaitingCard } from "./waiting-card";

export function DashboardScreen() {
  const { state } = useSession();
  const [query] = useSearchParams();
  const period = readPeriod(query);
  const stats = useQuery(dashboardStats(period));
  const isFailed = stats.isError && !stats.data;
  if (state.phase !== "signed_in") return null;
  const { user } = state;
  return (
    <Screen title="Dashboard" actions={<ConnectionStatus />}>
      {hasRightsOf(user, "admin") && <Notices stats={stats} />}
      {hasRightsOf(user, "support") && !isFailed && <Today stats={stats.data} />}
      <StatCards dashboard={stats.data} user={user} isFailed={isFailed} />
      <QuickActions user={user} />
      {isFailed ? <Failed stats={stats} /> : <Stats stats={stats} user={user} period={period} />}
    </Screen>
  );
}

/** What needs attention, for administrators. */
function Notices({ stats: { data, isError } }: { stats: UseQueryResult<Dashboard> }) {
  const mayWithhold = data?.mail ? data.mail.withheld > 0 || data.setup?.mail === false : false;
  const withheld = useQuery({ ...outboxSummary, enabled: mayWithhold });
  const requests = useQuery(requestSummary);
  const isLoaded = (data !== undefined || isError) && !withheld.isLoading && !requests.isLoading;
  return (
    <Reserved name="dashboard_notices" isLoaded={isLoaded}>
      <OperationNotices notices={data?.operation} />
      {data?.setup?.email === false && <MailboxAlert className="mb-4" />}
      {mayWithhold && <WithheldAlert className="mb-4" />}
      <PrivacyRequestsAlert className="mb-4" />
    </Reserved>
  );
}

/** What waits for the user today: people without a reply, and planned steps. */
function Today({ stats }: { stats: Dashboard | undefined }) {
  useContactChanges();
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
      <WaitingCard contacts={stats?.contacts ?? undefined} counted_at={stats?.counted_at} className="" />
      <MySteps refetchInterval={REFRESH_MS} className="" />
    </div>
  );
}

interface StatsProps {
  stats: UseQueryResult<Dashboard>;
  user: User;
  period: Period;
}

function Stats({ stats: { data, isPlaceholderData }, user, period }: StatsProps) {
  const [isAdmin, isSupport, isWriter] = (["admin", "support", "writer"] as const).map((role) =>
    hasRightsOf(user, role),
  );
  const contacts = data?.contacts ?? undefined;
  const third = "xl:col-span-2";
  const half = "md:col-span-2 xl:col-span-3";
  const rest = "md:col-span-2 xl:col-span-4";
  const row = "md:col-span-2 xl:col-span-6";
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-6">
      {isAdmin && <SetupCard setup={data?.setup ?? undefined} className={row} />}
      {isSupport && (
        <>
          <ResultsCard className={third} />
          <ContactsByDay
            contacts={contacts}
            period={period}
            isStale={isPlaceholderData}
            className="xl:col-span-4"
          />
          <StatusCard contacts={contacts} className={third} />
          <ServiceCard contacts={contacts} className={third} />
        </>
      )}
      <VisitsCard dashboard={data} className={isWriter ? third : "md:col-span-2 xl:col-span-2"} />
      {isAdmin && <MailCard mail={data?.mail} isConfigured={data?.setup?.mail} className="xl:col-span-3" />}
      {isWriter && (
        <LatestPosts
          posts={data?.posts?.latest}
          className={isAdmin ? half : isSupport ? third : "xl:col-span-4"}
        />
      )}
      {isSupport && (
        <LatestContacts refetchInterval={REFRESH_MS} className={isAdmin || !isWriter ? row : rest} />
      )}
    </div>
  );
}

function Failed({ stats }: { stats: UseQueryResult<Dashboard> }) {
  return (
    <div className="border-line bg-surface mt-6 rounded-lg border">
      <LoadingFailed
        title="Erro ao carregar o dashboard"
        reason={messageOf(stats.error)}
        busy={stats.isFetching}
        onRetry={() => void stats.refetch()}
      />
    </div>
  );
}
