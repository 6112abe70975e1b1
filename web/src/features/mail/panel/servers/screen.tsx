/** The screen 'Configurações de E-mail': the servers that send and receive the company's mail. */
import { useQuery } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { Screen } from "@/panel/screen";
import { WithheldAlert } from "../notices";
import { DomainCard } from "./domain-card";
import { IncomingCard } from "./incoming";
import { OutgoingCard } from "./outgoing";
import { incomingMail, outgoingMail } from "./queries";

export function MailServersScreen({ email }: { email: string }) {
  const outgoing = useQuery(outgoingMail);
  const incoming = useQuery(incomingMail);
  const failed = [outgoing, incoming].find(({ error, data }) => error && !data);
  const isReady = outgoing.data && incoming.data;
  return (
    <Screen title="Configurações de E-mail">
      <WithheldAlert isLinked={false} className="mb-5 max-w-5xl" />
      {isReady && (
        <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-5">
          <OutgoingCard opened={outgoing.data} email={email} />
          <IncomingCard opened={incoming.data} />
          <DomainCard
            key={`${outgoing.data.value.from_email} ${outgoing.data.value.host} ${outgoing.data.value.dkim_selector}`}
            mail={outgoing.data.value}
          />
        </div>
      )}
      {!isReady && !failed && <Skeletons label="Carregando…" parts={["h-80", "h-80", "h-40"]} />}
      {failed && (
        <LoadingFailed
          title="Erro ao carregar as configurações de e-mail"
          reason={messageOf(failed.error)}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
    </Screen>
  );
}
