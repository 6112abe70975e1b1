/** How many contacts there are and how many wait, each figure a way to them. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";

import type { ContactSummary } from "../../api/types";
import { formatNumber } from "../../ui/panel/format";
import { Skeleton } from "../../ui/panel/skeleton";
import { type ContactFilter, contactsPath } from "./contact-filter";

const ALL: ContactFilter = { search: "", status: null, folder: "inbox", cursor: "" };

const FIGURES: readonly { key: keyof ContactSummary; label: string; hint: string; filter: ContactFilter }[] =
  [
    {
      key: "new",
      label: "Aguardando leitura",
      hint: "ainda com status Novo",
      filter: { ...ALL, status: "new" },
    },
    { key: "inbox", label: "Contatos Recebidos", hint: "pelo formulário do site", filter: ALL },
    {
      key: "spam",
      label: "Suspeitos",
      hint: "separados, nunca apagados",
      filter: { ...ALL, folder: "spam" },
    },
  ];

export function ContactCounts({ summary: { data, isError } }: { summary: UseQueryResult<ContactSummary> }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {FIGURES.map(({ key, label, hint, filter }) => (
        <div
          key={key}
          className="border-line bg-surface hover:border-control relative flex flex-col rounded-lg border p-4 sm:p-5"
        >
          <dt className="text-muted text-sm">
            <Link to={contactsPath(filter)} className="after:absolute after:inset-0 after:rounded-lg">
              {label}
            </Link>
          </dt>
          <dd className="mt-1 text-3xl font-semibold tracking-tight">
            {data ? formatNumber(data[key]) : isError ? "–" : <Skeleton className="my-1.5 h-6 w-16" />}
          </dd>
          <dd className="text-muted mt-1 text-xs">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
