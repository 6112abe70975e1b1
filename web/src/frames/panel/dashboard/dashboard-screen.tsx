/** How the company and its site are doing, at a glance, and the ways to what needs somebody. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { useSession } from "@/features/accounts/panel/session";
import { messageOf } from "@/api/api-error";
import type { Dashboard } from "@/api/types";
import { LatestContacts } from "@/features/contacts/panel/latest-contacts";
import { MailboxAlert } from "@/features/settings/panel/mailbox-alert";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Screen } from "@/panel/screen";
import { ServiceCard, StatusCard } from "./breakdown-cards";
import { ConnectionStatus } from "./connection-status";
import { ContactsByDay } from "./contacts-by-day";
import { dashboardFigures, REFRESH_MS } from "./dashboard-queries";
import { LatestPosts } from "./latest-posts";
import { MailCard } from "./mail-card";
import { OperationNotices } from "./operation-notices";
import { type Period, readPeriod } from "./period";
import { QuickActions } from "./quick-actions";
import { SetupCard } from "./setup-card";
import { StatCards } from "./stat-cards";
import { WaitingCard } from "./waiting-card";

export function DashboardScreen() {
  const { state } = useSession();
  const isAdmin = state.phase === "signed_in" && state.user.role === "admin";
  const [query] = useSearchParams();
  const period = readPeriod(query);
  const figures = useQuery(dashboardFigures(period));
  const isFailed = figures.isError && !figures.data;
  return (
    <Screen title="Dashboard" actions={<ConnectionStatus />}>
      <OperationNotices notices={figures.data?.operation} />
      {figures.data?.setup?.email === false && <MailboxAlert className="mb-4" />}
      <StatCards dashboard={figures.data} isAdmin={isAdmin} isFailed={isFailed} />
      <QuickActions isAdmin={isAdmin} />
      {isFailed ? (
        <Failed figures={figures} />
      ) : (
        <Figures figures={figures} isAdmin={isAdmin} period={period} />
      )}
    </Screen>
  );
}

interface FiguresProps {
  figures: UseQueryResult<Dashboard>;
  isAdmin: boolean;
  period: Period;
}

function Figures({ figures: { data, isPlaceholderData }, isAdmin, period }: FiguresProps) {
  const third = "xl:col-span-2";
  const breakdown = isAdmin ? third : "xl:col-span-3";
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 xl:grid-cols-6">
      {isAdmin && <SetupCard setup={data?.setup ?? undefined} className="md:col-span-2 xl:col-span-6" />}
      <WaitingCard dashboard={data} className={third} />
      <ContactsByDay dashboard={data} period={period} isStale={isPlaceholderData} className="xl:col-span-4" />
      <StatusCard dashboard={data} className={breakdown} />
      <ServiceCard dashboard={data} className={breakdown} />
      {isAdmin && <MailCard mail={data?.mail} isConfigured={data?.setup?.mail} className={third} />}
      <LatestPosts dashboard={data} className={isAdmin ? third : "md:col-span-2"} />
      <LatestContacts refetchInterval={REFRESH_MS} className="md:col-span-2 xl:col-span-4" />
    </div>
  );
}

function Failed({ figures }: { figures: UseQueryResult<Dashboard> }) {
  return (
    <div className="border-line bg-surface mt-6 rounded-lg border">
      <LoadingFailed
        title="Erro ao carregar o dashboard"
        reason={messageOf(figures.error)}
        busy={figures.isFetching}
        onRetry={() => void figures.refetch()}
      />
    </div>
  );
}
