import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Contact, NextStep } from "@/api/types";
import { contactPage, contactSummary } from "@/features/contacts/panel/queries";
import { type ContactFilter, CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { useNow } from "@/lib/use-now";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Card, CardLink } from "@/panel/controls/card";
import { Reserved } from "@/panel/feedback/reserved";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatTotal } from "@/panel/list/search-coverage";
import { countIn } from "@/panel/list/summary-count";
import { useCompleteStep } from "./changes";
import { describeDue } from "./steps";

const MINE: ContactFilter = { ...CONTACTS.defaults, view: "next_steps" };
const SHOWN = 5;

interface MyStepsProps {
  /** Milliseconds after which the steps are fetched again. */
  refetchInterval: number;
  className: string;
}

/** The card of the dashboard with the next steps that the user has to take. */
export function MySteps({ refetchInterval, className }: MyStepsProps) {
  const { data, error } = useQuery({ ...contactPage(MINE), refetchInterval });
  const { data: summary } = useQuery({ ...contactSummary, refetchInterval });
  const { value: count = 0, hasMore } = countIn(summary, "next_steps");
  return (
    <Card
      title="Meus próximos passos"
      isFlush
      className={className}
      action={
        <CardLink to={CONTACTS.url({ view: "next_steps" })}>
          {count > SHOWN ? `Ver todos os ${formatTotal(count, { hasMore })}` : "Ver todos"}
        </CardLink>
      }
    >
      <Reserved name="dashboard_steps" isLoaded={data !== undefined || error !== null}>
        {data?.items.length === 0 ? (
          <p className="text-muted px-5 pt-1 pb-5 text-sm">
            Nada planejado. Abra um contato e use “Planejar” para dizer o que fazer e quando.
          </p>
        ) : (
          <ul className="divide-line border-line divide-y border-t">
            {data?.items
              .slice(0, SHOWN)
              .map(
                (contact) =>
                  contact.next_step && <Step key={contact.id} contact={contact} step={contact.next_step} />,
              ) ??
              (!error && <li className="px-5 py-3">{<Skeleton className="h-9 w-full" />}</li>)}
            {error && !data && <li className="text-muted px-5 py-3 text-sm">{messageOf(error)}</li>}
          </ul>
        )}
      </Reserved>
    </Card>
  );
}

function Step({ contact, step }: { contact: Contact; step: NextStep }) {
  const { text, tone } = describeDue(step, useNow());
  const complete = useCompleteStep();
  return (
    <li className="hover:bg-sunken relative flex items-center gap-3 px-4 py-2.5 text-sm sm:px-5">
      <div className="min-w-0 grow">
        <p className="truncate">
          <Link
            to={panelPaths.contact(contact.id)}
            className="focus-visible:after:outline-focus font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
          >
            {step.text}
          </Link>
        </p>
        <p className="text-muted truncate text-xs">
          {[contact.name, contact.company].filter(Boolean).join(" · ")}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
      <Button
        size="icon"
        variant="ghost"
        className="relative z-10"
        aria-label={`Feito: ${step.text}`}
        busy={complete.isPending}
        onClick={() => complete.mutate(contact)}
      >
        <Check aria-hidden />
      </Button>
    </li>
  );
}
