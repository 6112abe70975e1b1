/** The screen of one edition: its editor and preview before it is sent, its results afterward. */
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Fragment } from "react";
import { Link, useNavigate, useParams } from "react-router";

import type { Edition } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { NewsletterTabs } from "@/features/newsletter/panel/tabs";
import { panelPaths } from "@/lib/paths";
import { OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeletons } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { Screen } from "@/panel/screen";
import { EditionForm } from "./form";
import { EditionPreview } from "./preview";
import { EDITION, inputOf, isEditable, shownEdition, STATES } from "./record";
import { EditionResults } from "./results";
import { CancelSending } from "./sending";

export function EditionScreen() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, error } = useQuery(shownEdition(id));
  return (
    <Screen title={data?.value.subject ?? "Edição"} actions={<BackLink />}>
      <NewsletterTabs current="editions" />
      {data ? (
        <Fragment key={id}>
          <StateLine edition={data} />
          {isEditable(data.value) ? <EditionForm edition={data} /> : <SentEdition edition={data.value} />}
        </Fragment>
      ) : error ? (
        <NotFound error={error} onClose={() => void navigate(panelPaths.editions)} />
      ) : (
        <Skeletons parts={["h-12", "h-12", "h-12"]} />
      )}
    </Screen>
  );
}

function BackLink() {
  return (
    <Button asChild variant="ghost">
      <Link to={panelPaths.editions}>
        <ArrowLeft aria-hidden />
        Todas as edições
      </Link>
    </Button>
  );
}

function StateLine({ edition }: { edition: Versioned<Edition> }) {
  const { state, send_at, started_at, ended_at } = edition.value;
  const texts: Record<Edition["state"], string> = {
    draft: "Ninguém recebeu ainda.",
    scheduled: send_at ? `Será enviada em ${formatDateTime(send_at)}.` : "",
    sending: started_at ? `O envio começou em ${formatDateTime(started_at)}.` : "",
    sent: ended_at ? `O envio terminou em ${formatDateTime(ended_at)}.` : "",
    canceled: ended_at ? `O envio foi cancelado em ${formatDateTime(ended_at)}.` : "",
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <OptionBadge options={STATES} value={state} />
      <p className="text-muted text-sm">{texts[state]}</p>
      {(state === "scheduled" || state === "sending") && <CancelSending edition={edition} />}
    </div>
  );
}

/** The results of an edition, and the mail that was sent. */
function SentEdition({ edition }: { edition: Edition }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <EditionResults edition={edition} />
      <EditionPreview input={inputOf(EDITION.fieldsOf(edition))} />
    </div>
  );
}
