/** The tab 'Analytics': a card for each service, with a dialog that edits the company's codes. */
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";

import { settingsRecord } from "@/features/settings/panel/queries";
import { FIELD_LABELS as labels, type Texts } from "@/features/settings/panel/records";
import { SettingsFailed, SettingsHistory } from "@/features/settings/panel/settings-frame";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { AnalyticsDialog } from "./dialog";
import { OwnMeasurement } from "./own-measurement";
import { type AnalyticsService, codesOf, SERVICES } from "./services";

interface AnalyticsCardsProps {
  /** Shows the visitors' choices about trackers. It belongs to another feature, so the panel's frame passes it in. */
  Consents: ComponentType;
}

export function AnalyticsCards({ Consents }: AnalyticsCardsProps) {
  const record = useQuery(settingsRecord("analytics"));
  const [opened, setOpened] = useState<AnalyticsService | null>(null);
  if (record.error && !record.data) {
    return (
      <SettingsFailed error={record.error} busy={record.isFetching} onRetry={() => void record.refetch()} />
    );
  }
  const values: Texts = record.data?.value ?? {};
  const needsConsent = SERVICES.some((service) => service.category && codesOf(service, values).length > 0);
  return (
    <div className="grid gap-4" aria-busy={record.isPending}>
      <OwnMeasurement />
      <p className="text-muted max-w-prose text-sm">
        Google Analytics, Pixel da Meta (Facebook) e Hotjar só são carregados nas páginas públicas e só depois
        que a pessoa aceita no aviso de cookies, que aparece quando um deles está configurado. Nunca são
        carregados no painel, em Entrar nem em Minha Conta.
      </p>
      <ul className="grid gap-4 md:grid-cols-2">
        {SERVICES.map((service) => (
          <Card
            key={service.name}
            service={service}
            codes={codesOf(service, values)}
            disabled={!record.data}
            onOpen={() => setOpened(service)}
          />
        ))}
      </ul>
      {needsConsent && <Consents />}
      <div>
        <SettingsHistory name="analytics" />
      </div>
      {opened && <AnalyticsDialog service={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface CardProps {
  service: AnalyticsService;
  codes: readonly string[];
  disabled: boolean;
  onOpen: () => void;
}

function Card({ service, codes, disabled, onOpen }: CardProps) {
  const title = labels[service.name];
  const isConfigured = codes.length > 0;
  return (
    <li className="border-line bg-surface flex flex-col gap-3 rounded-lg border p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        <Badge tone={isConfigured ? "success" : "neutral"}>
          {isConfigured ? "Configurado" : "Não configurado"}
        </Badge>
      </div>
      <p className="text-muted text-sm">{service.text}</p>
      <dl className="text-muted grid gap-2 text-xs">
        <Fact term="Consentimento" text={service.category ?? "Não precisa"} />
        <Fact term="O que muda no site" text={service.opens} />
        {isConfigured && <Fact term="Para conferir" text={service.check} />}
        {isConfigured && (
          <div>
            <dt className="text-ink font-medium">{codes.length === 1 ? "Código" : "Códigos"}</dt>
            {codes.map((code) => (
              <dd key={code} className="font-mono wrap-anywhere">
                {code}
              </dd>
            ))}
          </div>
        )}
      </dl>
      <Button
        className="mt-auto self-start"
        aria-label={`Configurar Analytics: ${title}`}
        disabled={disabled}
        data-analytics={service.name}
        onClick={onOpen}
      >
        Configurar Analytics
      </Button>
    </li>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt className="text-ink inline font-medium">{term}: </dt>
      <dd className="inline">{text}</dd>
    </div>
  );
}
