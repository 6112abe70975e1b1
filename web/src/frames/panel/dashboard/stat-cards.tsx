/** The stats at the top of the dashboard, with links. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import { hasRightsOf } from "@/api/rights";
import type { Dashboard, DayCount, LastChange, PostStats, User } from "@/api/types";
import { actorOf } from "@/features/audit/panel/labels";
import { CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatDateTime, formatNumber, formatRecent } from "@/panel/format";
import { formatTotal } from "@/panel/list/search-coverage";

interface StatCard {
  label: string;
  /** Address of the link; null if the user may not open it. */
  path: string | null;
  value: (dashboard: Dashboard) => ReactNode;
  hint: (dashboard: Dashboard) => string | null;
}

interface StatCardsProps {
  /** Undefined while it loads. */
  dashboard: Dashboard | undefined;
  user: Pick<User, "role">;
  isFailed: boolean;
}

export function StatCards({ dashboard, user, isFailed }: StatCardsProps) {
  const stats = statsFor(user);
  return (
    <dl className={cn("grid grid-cols-2 gap-3", stats.length === 3 ? "sm:grid-cols-3" : "xl:grid-cols-4")}>
      {stats.map(({ label, path, value, hint }) => (
        <div
          key={label}
          // The link covers the hint, which may be cut.
          title={(dashboard && hint(dashboard)) ?? undefined}
          className="border-line bg-surface has-[a]:hover:border-control relative flex flex-col rounded-lg border p-4 max-sm:last:odd:col-span-2"
        >
          <dt className="text-muted text-sm">
            {path === null ? (
              label
            ) : (
              <Link to={path} className="after:absolute after:inset-0 after:rounded-lg">
                {label}
              </Link>
            )}
          </dt>
          <dd className="mt-1 flex h-9 items-center text-2xl font-semibold tracking-tight whitespace-nowrap sm:text-3xl">
            {dashboard ? value(dashboard) : isFailed ? "–" : <Skeleton className="h-6 w-16" />}
          </dd>
          <dd className="text-muted mt-1 min-h-8 text-xs wrap-anywhere">
            {dashboard ? (
              <span className="line-clamp-2">{hint(dashboard)}</span>
            ) : (
              !isFailed && <Skeleton className="h-3 w-2/3" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const SERVICES: StatCard = {
  label: "Total de Serviços",
  path: panelPaths.services,
  value: ({ services }) => services && formatNumber(services.total),
  hint: ({ services }) => services && formatCount(services.active, "ativo no site", "ativos no site"),
};

const POSTS: StatCard = {
  label: "Posts no Blog",
  path: panelPaths.blog,
  value: ({ posts }) => posts && formatNumber(posts.total),
  hint: ({ posts }) => posts && describePosts(posts),
};

const RECEIVED: StatCard = {
  label: "Contatos Recebidos",
  path: panelPaths.contacts,
  value: ({ contacts }) => contacts && formatTotal(contacts.total, { hasMore: contacts.has_more }),
  hint: ({ contacts }) =>
    contacts &&
    `${formatNumber(sum(contacts.by_day))} nos últimos ${formatCount(contacts.by_day.length, "dia", "dias")}`,
};

const NEW: StatCard = {
  label: "Contatos Novos",
  path: CONTACTS.url({ view: "new" }),
  value: ({ contacts }) => {
    const found = contacts?.by_status.find(({ status }) => status === "new");
    return contacts && formatTotal(found?.count ?? 0, { hasMore: found?.has_more ?? false });
  },
  hint: () => "que ninguém abriu ainda",
};

const LATE: StatCard = {
  label: "Fora do Prazo",
  path: CONTACTS.url({ view: "late" }),
  value: ({ contacts }) => contacts && formatNumber(contacts.waiting.late),
  hint: ({ contacts }) => contacts && `de ${formatNumber(contacts.waiting.count)} aguardando resposta`,
};

const lastChange = (isAdmin: boolean): StatCard => ({
  label: "Última Atualização",
  path: isAdmin ? panelPaths.audit : null,
  value: ({ last_change, counted_at }) =>
    last_change ? (
      <time dateTime={last_change.created_at} title={formatDateTime(last_change.created_at)}>
        {formatRecent(last_change.created_at, counted_at)}
      </time>
    ) : (
      "Ainda não"
    ),
  hint: ({ last_change }) => describeChange(last_change, isAdmin),
});

/** Returns the stats of a role. Staff who don't edit content get more of contacts instead. */
function statsFor(user: Pick<User, "role">): StatCard[] {
  if (!hasRightsOf(user, "writer")) return [RECEIVED, NEW, LATE];
  const ofContacts = hasRightsOf(user, "support") ? [RECEIVED] : [];
  return [SERVICES, POSTS, ...ofContacts, lastChange(hasRightsOf(user, "admin"))];
}

export const sum = (days: readonly DayCount[]) => days.reduce((total, { count }) => total + count, 0);

/** Returns '6 publicados, 1 agendado, 2 rascunhos'; scheduled posts are named only if there are any. */
export function describePosts({ total, published, scheduled }: Omit<PostStats, "latest">): string {
  return [
    formatCount(published, "publicado", "publicados"),
    scheduled > 0 && formatCount(scheduled, "agendado", "agendados"),
    formatCount(total - published - scheduled, "rascunho", "rascunhos"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Returns a text about the last change. Only administrators get changes of settings, and names. */
export function describeChange(change: LastChange | null, isAdmin: boolean): string {
  if (!change) return isAdmin ? "Nada foi alterado desde a instalação" : "Nenhum conteúdo alterado ainda";
  const person = change.actor ? actorOf(change.actor) : "Alguém da equipe";
  return [person, change.summary, change.label].filter(Boolean).join(" ");
}
