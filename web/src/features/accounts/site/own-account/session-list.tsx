/** Lists and ends the account's sessions. */
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { AccountContent, LayoutLabels, OwnSession } from "@/api/types";
import { formatMoment } from "@/features/accounts/site/format-moment";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import type { Account } from "./use-account";

interface SessionListProps {
  content: AccountContent;
  labels: LayoutLabels;
  account: Account;
  change: (change: Partial<Account>) => void;
}

export function SessionList({ content, labels, account: { sessions }, change }: SessionListProps) {
  const text = content.sessions;
  const list = useRef<HTMLUListElement>(null);
  const [isBusy, setBusy] = useState(false);
  const others = sessions.filter((session) => !session.is_current);

  async function end(path: string, left: OwnSession[], title: string) {
    if (isBusy) return;
    setBusy(true);
    try {
      const { call } = await import("@/api/call");
      await call("DELETE", path, { fallback: labels.request_failed });
      change({ sessions: left });
      // The button that had the focus is removed with its session.
      list.current?.focus();
      void showToast({ kind: "success", title }, labels);
    } catch (error) {
      void showToast({ kind: "error", title: text.failed_title, description: messageOf(error) }, labels);
    } finally {
      setBusy(false);
    }
  }
  const endOne = ({ id }: OwnSession) => {
    const left = sessions.filter((session) => session.id !== id);
    return end(`/api/auth/sessions/${id}`, left, text.ended_title);
  };
  const endOthers = () => {
    const left = sessions.filter((session) => session.is_current);
    return end("/api/auth/sessions", left, text.ended_others_title);
  };

  return (
    <>
      <p className="text-muted mt-3 text-pretty">{text.lead}</p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={text.title}
        aria-busy={isBusy}
        className="border-line *:border-line mt-5 divide-y border-y outline-none"
      >
        {sessions.map((session) => (
          <Item key={session.id} session={session} text={text} onEnd={() => void endOne(session)} />
        ))}
      </ul>
      {others.length > 1 ? (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => void endOthers()}
          className={button({ look: "line", size: "small", className: "mt-5" })}
        >
          {text.end_others}
        </button>
      ) : null}
    </>
  );
}

interface ItemProps {
  session: OwnSession;
  text: AccountContent["sessions"];
  onEnd: () => void;
}

function Item({ session, text, onEnd }: ItemProps) {
  const { id, device, ip, is_current, created_at, last_seen_at } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong id={`sessao-${id}`}>{device}</strong>
          {is_current ? (
            <span className="bg-accent-soft text-accent-strong rounded-full px-3 py-0.5 text-sm font-semibold">
              {text.current}
            </span>
          ) : null}
        </p>
        <p className="text-muted text-sm">
          {text.last_seen} <time dateTime={last_seen_at}>{formatMoment(last_seen_at)}</time>
        </p>
        <p className="text-muted text-sm">
          {text.started} <time dateTime={created_at}>{formatMoment(created_at)}</time>
          {ip ? ` · ${text.address}: ${ip}` : null}
        </p>
      </div>
      {is_current ? null : (
        <button
          type="button"
          id={`encerrar-${id}`}
          aria-labelledby={`encerrar-${id} sessao-${id}`}
          onClick={onEnd}
          className={button({ look: "line", size: "small" })}
        >
          {text.end}
        </button>
      )}
    </li>
  );
}
