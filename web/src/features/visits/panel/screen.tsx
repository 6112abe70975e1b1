/** The screen 'Visitas': figures that the site measures itself, without cookies and without other companies. */
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, ChartNoAxesColumn } from "lucide-react";
import { Link, useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import { readSession } from "@/api/session";
import { panelPaths, paths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { ExportButton } from "@/panel/list/export-button";
import { Screen } from "@/panel/screen";
import { VisitChart } from "./chart";
import { isFuture, readPeriod } from "./period";
import { PeriodPicker } from "./period-picker";
import { exportVisits, visitReport } from "./queries";
import { Tables } from "./tables";
import { Totals } from "./totals";
import { WebVitals } from "./web-vitals";

export function VisitsScreen() {
  const [query] = useSearchParams();
  const now = new Date();
  const period = readPeriod(query, now);
  const hasNotBegun = isFuture(period, now);
  const { data: report, error, isFetching, isPlaceholderData, refetch } = useQuery(visitReport(period));
  const hasFailed = error !== null && !report;
  const isEmpty = report?.first_day === null && report.totals.contacts === 0;
  return (
    <Screen
      title="Visitas"
      actions={
        !isEmpty &&
        !hasNotBegun && (
          <ExportButton
            name="visitas"
            errorTitle="Erro ao exportar as visitas"
            load={() => exportVisits(period)}
          />
        )
      }
    >
      {report?.is_measured === false && <TurnedOff />}
      {hasFailed && (
        <LoadingFailed
          title="Erro ao carregar as visitas"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {isEmpty && <NoVisits />}
      {!isEmpty && !hasFailed && (
        <>
          <PeriodPicker period={period} />
          {hasNotBegun ? (
            <NotBegun />
          ) : (
            <div
              className={cn("transition-opacity", isPlaceholderData && "opacity-60")}
              aria-busy={isPlaceholderData}
            >
              <Totals report={report} />
              <VisitChart report={report} />
              <Tables report={report} />
              <WebVitals vitals={report?.vitals} />
            </div>
          )}
        </>
      )}
      <NotCounted />
    </Screen>
  );
}

function TurnedOff() {
  const isAdmin = readSession()?.user.role === "admin";
  return (
    <p className="bg-warning-soft text-warning mb-4 rounded-lg px-4 py-3 text-sm">
      A medição própria está desligada: novas visitas não são contadas.{" "}
      {isAdmin && (
        <Link
          to={`${panelPaths.generalSettings}?tab=analytics`}
          className="font-medium underline underline-offset-4"
        >
          Ligar
        </Link>
      )}
    </p>
  );
}

function NoVisits() {
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="Nenhuma visita ainda"
      action={
        <Button asChild>
          <a href={paths.home} target="_blank" rel="noreferrer">
            Abrir o site
          </a>
        </Button>
      }
    >
      O site conta as próprias visitas, sem cookies e sem enviar nada a outras empresas. Abra o site em uma
      janela anônima, porque as visitas da equipe não contam, e volte aqui depois de alguns segundos.
    </EmptyState>
  );
}

function NotBegun() {
  return (
    <EmptyState icon={CalendarClock} title="Este período ainda não começou">
      As duas datas estão no futuro, e só há visitas até hoje. Escolha outro período acima.
    </EmptyState>
  );
}

/** Explains which visits aren't counted, and how visitors are distinguished. */
function NotCounted() {
  return (
    <details className="border-line mt-6 max-w-prose border-t pt-4 text-sm">
      <summary className="text-muted hover:text-ink w-fit rounded-sm">O que entra nesta conta</summary>
      <div className="text-muted mt-2 grid gap-2">
        <p>
          Ficam de fora quem navega sem JavaScript, quem pede para não ser rastreado (Do Not Track ou Global
          Privacy Control), a equipe com a sessão aberta e os robôs conhecidos. Por isso os números são um
          pouco menores que o movimento real.
        </p>
        <p>
          Nenhum cookie é usado e nenhum endereço de IP é guardado. Um código que muda a cada dia distingue os
          visitantes; a mesma pessoa em dois dias conta duas vezes, e a soma dos dias pode ser maior que o
          número de pessoas.
        </p>
        <p>
          As páginas e as origens mais frequentes de cada dia são guardadas uma a uma, e as demais, somadas em
          “Outros”. As visitas uma a uma são apagadas depois de 30 dias; os totais por dia ficam.
        </p>
      </div>
    </details>
  );
}
