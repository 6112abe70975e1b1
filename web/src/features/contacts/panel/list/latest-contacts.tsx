import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Contact } from "@/api/types";
import { contactPage } from "@/features/contacts/panel/queries";
import { type ContactFilter, CONTACTS, STATUSES } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { OptionBadge } from "@/panel/controls/badge";
import { Card, CardLink } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";

const LATEST: ContactFilter = { ...CONTACTS.defaults, order: "newest" };
const SHOWN = 6;

interface LatestContactsProps {
  /** Milliseconds after which the contacts are fetched again. */
  refetchInterval: number;
  className: string;
}

/** The card of the dashboard with the newest contacts. */
export function LatestContacts({ refetchInterval, className }: LatestContactsProps) {
  const { data, error } = useQuery({ ...contactPage(LATEST), refetchInterval });
  return (
    <Card
      title="Últimos contatos"
      isFlush
      className={className}
      action={<CardLink to={CONTACTS.url({})}>Ver todos os contatos</CardLink>}
    >
      <ul className="divide-line border-line divide-y border-t">
        {data?.items.slice(0, SHOWN).map((contact) => <LatestContact key={contact.id} contact={contact} />) ??
          (!error && Array.from({ length: SHOWN }, (_, index) => <Placeholder key={index} />))}
        {data?.items.length === 0 && <Line>Nenhum contato ainda.</Line>}
        {error && !data && <Line>{messageOf(error)}</Line>}
      </ul>
    </Card>
  );
}

function LatestContact({ contact }: { contact: Contact }) {
  return (
    <li className="hover:bg-sunken relative grid grid-cols-[1fr_auto] items-center gap-x-4 px-5 py-3 text-sm sm:grid-cols-[1fr_7rem_9rem]">
      <span className="min-w-0 truncate">
        <Link
          to={panelPaths.contact(contact.id)}
          className="focus-visible:after:outline-focus font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
        >
          {contact.name}
        </Link>
        {contact.company && <span className="text-muted"> · {contact.company}</span>}
      </span>
      <span className="max-sm:row-span-2">
        <OptionBadge options={STATUSES} value={contact.status} />
      </span>
      <time dateTime={contact.created_at} className="text-muted max-sm:text-xs">
        {formatDateTime(contact.created_at)}
      </time>
    </li>
  );
}

function Placeholder() {
  return (
    <li className="flex h-12 items-center px-5" aria-hidden>
      <Skeleton className="w-1/2" />
    </li>
  );
}

function Line({ children }: { children: string }) {
  return <li className="text-muted px-5 py-6 text-center text-sm">{children}</li>;
}
