/** Lists and ends the user's own sessions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { OwnSession } from "@/api/types";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { notify } from "@/lib/notify";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import { ownSessions } from "./queries";

export function OwnSessionList() {
  const { data, error, refetch } = useQuery(ownSessions);
  const end = useEndSessions();
  const list = useRef<HTMLUListElement>(null);
  const endAndFocusList = (id?: string) => end.mutate(id, { onSuccess: () => list.current?.focus() });
  const others = data?.filter((session) => !session.is_current) ?? [];
  return (
    <AccountSection title="Sessões">
      <p className="text-muted mt-1 text-sm">Onde a sua conta está aberta. Encerre o que não reconhecer.</p>
      {data ? (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Sessões"
          className="border-line *:border-line mt-4 divide-y border-t outline-none"
        >
          {data.map((session) => (
            <Item
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => endAndFocusList(session.id)}
            />
          ))}
        </ul>
      ) : error ? (
        <div className="mt-4 grid justify-items-start gap-3">
          <p className="text-sm">{messageOf(error, "Não foi possível carregar as sessões.")}</p>
          <Button onClick={() => void refetch()}>Tentar de novo</Button>
        </div>
      ) : (
        <Skeleton className="mt-4 h-20" />
      )}
      {others.length > 1 && (
        <Button className="mt-4" disabled={end.isPending} onClick={() => endAndFocusList()}>
          Encerrar as outras sessões
        </Button>
      )}
    </AccountSection>
  );
}

/** Ends one session or, without an id, all but this one. */
function useEndSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined
        ? body(api.DELETE("/api/auth/sessions"))
        : body(api.DELETE("/api/auth/sessions/{id}", { params: { path: { id } } })),
    onSuccess: (_, id) => notify.success(id === undefined ? "Outras sessões encerradas" : "Sessão encerrada"),
    onError: (error) => notifyFailure("Erro ao encerrar sessões", error),
    onSettled: () => cache.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
}

interface ItemProps {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}

function Item({ session: { id, device, ip, is_current, last_seen_at }, busy, onEnd }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <span id={`session-${id}`} className="font-medium">
            {device}
          </span>
          {is_current && <Badge tone="accent">Esta sessão</Badge>}
        </p>
        <p className="text-muted">
          Último uso em {formatDateTime(last_seen_at)}
          {ip && ` · Endereço IP: ${ip}`}
        </p>
      </div>
      {!is_current && (
        <Button id={`end-${id}`} aria-labelledby={`end-${id} session-${id}`} disabled={busy} onClick={onEnd}>
          Encerrar
        </Button>
      )}
    </li>
  );
}
