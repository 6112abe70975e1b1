/** What is stored about one person, kind by kind. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import type { PersonKind, PersonView } from "@/api/types";
import { download } from "@/lib/download";
import { panelPaths } from "@/lib/paths";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { ErasePersonDialog } from "@/panel/dialog/erase-person-dialog";
import { ErasureObstacle, personView } from "@/panel/dialog/erasure-obstacle";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { fileDay, formatDateTime, formatNumber } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import { exportPerson } from "./queries";
import { recordPath } from "./record";

export function PersonDetails({ email }: { email: string }) {
  const { data: person, error, isFetching, refetch } = useQuery(personView(email));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link to={panelPaths.people} className="text-muted hover:text-ink flex items-center gap-1.5 text-sm">
        <ArrowLeft className="size-4" aria-hidden />
        Voltar à busca
      </Link>
      {person && <Person person={person} />}
      {!person && !error && <Skeleton className="h-40" />}
      {!person && error && (
        <LoadingFailed
          title="Erro ao carregar"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}

function Person({ person }: { person: PersonView }) {
  const found = person.kinds.filter(({ count }) => count > 0);
  const missing = person.kinds.filter(({ count }) => count === 0);
  return (
    <>
      <Summary person={person} isEmpty={found.length === 0} />
      {found.map((kind) => (
        <Records key={kind.kind} kind={kind} />
      ))}
      {missing.length > 0 && (
        <p className="text-muted text-sm">Nada em: {missing.map(({ label }) => label).join("; ")}.</p>
      )}
      <OtherLocations />
    </>
  );
}

function Summary({ person, isEmpty }: { person: PersonView; isEmpty: boolean }) {
  const [isErasing, setErasing] = useState(false);
  const others = person.emails.filter((email) => email !== person.email);
  const obstacle = person.not_erasable_because;
  return (
    <section className="border-line bg-surface grid gap-3 rounded-lg border p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-all">{person.email}</h2>
          {others.length > 0 && <p className="text-muted text-sm">Também: {others.join(", ")}</p>}
          {person.names.length > 0 && <p className="text-muted text-sm">Nomes: {person.names.join(", ")}</p>}
          {isEmpty && <p className="text-sm">Nada sobre esta pessoa foi encontrado.</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <PersonExport email={person.email} />
          {!obstacle && !isEmpty && (
            <Button variant="danger" icon={Trash2} onClick={() => setErasing(true)}>
              Apagar dados da pessoa
            </Button>
          )}
        </div>
      </div>
      {obstacle && <ErasureObstacle email={person.email} reason={obstacle} />}
      {isErasing && (
        <ErasePersonDialog
          email={person.email}
          onErased={() => setErasing(false)}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  );
}

function PersonExport({ email }: { email: string }) {
  const run = useMutation({
    mutationFn: async () => download(await exportPerson(email), `dados-pessoais-${fileDay(new Date())}.zip`),
    onError: (error) => notifyFailure("Erro ao exportar os dados", error),
  });
  return (
    <Button busy={run.isPending} icon={Download} onClick={() => run.mutate()}>
      Exportar ZIP
    </Button>
  );
}

function Records({ kind }: { kind: PersonKind }) {
  const rest = kind.count - kind.records.length;
  const hasLinks = kind.records.some(({ subject_id }) => recordPath(kind.kind, subject_id));
  return (
    <Card
      title={`${kind.label} (${formatNumber(kind.count)})`}
      action={kind.is_internal && <Badge>Interno</Badge>}
      isFlush
    >
      {/* Scrollable with the keyboard, even without links. */}
      <ul
        className="divide-line border-line max-h-96 divide-y overflow-y-auto border-t -outline-offset-2"
        tabIndex={hasLinks ? undefined : 0}
      >
        {kind.records.map((record, index) => {
          const path = recordPath(kind.kind, record.subject_id);
          return (
            <li key={index} className="grid gap-x-4 px-4 py-2.5 text-sm sm:grid-cols-[10rem_1fr] sm:px-5">
              <span className="text-muted">{record.at ? formatDateTime(record.at) : ""}</span>
              {path ? (
                <Link to={path} className="min-w-0 break-words underline underline-offset-2">
                  {record.title}
                </Link>
              ) : (
                <span className="min-w-0 break-words">{record.title}</span>
              )}
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <p className="text-muted border-line border-t px-4 py-2.5 text-sm sm:px-5">
          E mais {formatNumber(rest)}, que a exportação traz.
        </p>
      )}
    </Card>
  );
}

/** Explains where else data of a person may be, which this screen can't show. */
function OtherLocations() {
  return (
    <Card title="Onde mais pode haver dados">
      <ul className="text-muted grid list-disc gap-1.5 pl-5 text-sm">
        <li>
          As visitas ao site e o registro de consentimento não guardam nada que identifique alguém, e por isso
          não aparecem aqui.
        </li>
        <li>
          Índices de busca e páginas livres do banco: apagados junto (no SQLite, na hora; no PostgreSQL, o
          espaço é reutilizado aos poucos ou com VACUUM FULL).
        </li>
        <li>Cópias de segurança: até o prazo em Prazos de guarda, que o certificado informa.</li>
        <li>Registros do servidor e do proxy, que o operador guarda fora do sistema.</li>
        <li>Artigos, páginas e conversas por e-mail, telefone ou WhatsApp que já aconteceram.</li>
      </ul>
    </Card>
  );
}
