/** The four stats at the top of the dashboard, with links. */
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { Dashboard, DayCount, LastChange } from "@/api/types";
import { actorOf } from "@/features/audit/panel/labels";
import { panelPaths } from "@/lib/paths";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatDateTime, formatNumber, formatRecent } from "@/panel/format";

interface StatCard {
  label: string;
  /** Address of the link; null if the user may not open it. */
  path: string | null;
  value: (dashboard: Dashboard) => ReactNode;
  hint: (dashboard: Dashboard) => string;
}

interface StatCardsProps {
  /** Undefined while it loads. */
  dashboard: Dashboard | undefined;
  isAdmin: boolean;
  isFailed: boolean;
}

export function StatCards({ dashboard, isAdmin, isFailed }: StatCardsProps) {
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {statsFor(isAdmin).map(({ label, path, value, hint }) => (
        <div
          key={label}
          // The link covers the hint, which may be cut.
          title={dashboard && hint(dashboard)}
          className="border-line bg-surface has-[a]:hover:border-control relative flex flex-col rounded-lg border p-4 sm:p-5"
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
          <dd className="text-muted mt-1 min-h-12 text-xs wrap-anywhere">
            {dashboard ? (
              <span className="line-clamp-3">{hint(dashboard)}</span>
            ) : (
              !isFailed && <Skeleton className="h-3 w-2/3" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const statsFor = (isAdmin: boolean): StatCard[] => [
  {
    label: "Total de Serviços",
    path: panelPaths.services,
    value: ({ services }) => formatNumber(services.total),
    hint: ({ services }) => formatCount(services.active, "ativo no site", "ativos no site"),
  },
  {
    label: "Posts no Blog",
    path: panelPaths.blog,
    value: ({ posts }) => formatNumber(posts.total),
    hint: ({ posts }) => describePosts(posts),
  },
  {
    label: "Contatos Recebidos",
    path: panelPaths.contacts,
    value: ({ contacts }) => formatNumber(contacts.total),
    hint: ({ contacts: { by_day } }) =>
      `${formatNumber(sum(by_day))} nos últimos ${formatCount(by_day.length, "dia", "dias")}`,
  },
  {
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
  },
];

export const sum = (days: readonly DayCount[]) => days.reduce((total, { count }) => total + count, 0);

/** Returns '6 publicados, 1 agendado, 2 rascunhos'; scheduled posts are named only if there are any. */
export function describePosts({ total, published, scheduled }: Omit<Dashboard["posts"], "latest">): string {
  return [
    formatCount(published, "publicado", "publicados"),
    scheduled > 0 && formatCount(scheduled, "agendado", "agendados"),
    formatCount(total - published - scheduled, "rascunho", "rascunhos"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Returns a text about the last change. The server gives editors only changes of content, without names. */
export function describeChange(change: LastChange | null, isAdmin: boolean): string {
  if (!change) return isAdmin ? "Nada foi alterado desde a instalação" : "Nenhum conteúdo alterado ainda";
  const person = change.actor ? actorOf(change.actor) : "Alguém da equipe";
  return [person, change.summary, change.label].filter(Boolean).join(" ");
}
