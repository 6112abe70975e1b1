/** What colleagues do with a contact while the user answers it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { readSession } from "@/api/session";
import type { TimelineEntry } from "@/api/types";
import { contactTimeline } from "@/features/contacts/panel/queries";

/** Returns what a colleague has changed or answered last, since the contact was opened: 'Bia respondeu por e-mail'. */
export function useNews(contact_id: string): string | undefined {
  const { data, isFetchedAfterMount } = useQuery(contactTimeline(contact_id));
  const [seenUntil, setSeenUntil] = useState<string>();
  if (data && isFetchedAfterMount && seenUntil === undefined) setSeenUntil(data.entries[0]?.at ?? "");
  if (!data || seenUntil === undefined) return undefined;
  const isAction = ({ kind, contact_id: id }: TimelineEntry) =>
    id === contact_id && (kind === "reply" || kind === "change");
  const last = data.entries.find(isAction);
  if (!last?.author || last.at <= seenUntil || last.author === readSession()?.user.full_name)
    return undefined;
  return `${last.author} ${last.kind === "change" ? last.text : "respondeu por e-mail"}`;
}

interface ColleaguesProps {
  contact_id: string;
  news: string | undefined;
}

/** Says which colleagues are writing to the contact now, and the news. */
export function Colleagues({ contact_id, news }: ColleaguesProps) {
  const { data } = useQuery(contactTimeline(contact_id));
  const names = data?.writing ?? [];
  const verb = names.length === 1 ? "está respondendo" : "estão respondendo";
  const writing = names.length > 0 && `${new Intl.ListFormat("pt-BR").format(names)} ${verb}`;
  return (
    <p role="status" className="text-warning text-xs font-medium wrap-anywhere empty:hidden">
      {[news, writing].filter(Boolean).join(" · ")}
    </p>
  );
}
