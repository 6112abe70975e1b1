/** 'Analytics': a card for each service, with a dialog that edits the company's code. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { settingsRecord } from "@/features/settings/panel/queries";
import { FIELD_LABELS as labels } from "@/features/settings/panel/records";
import { SettingsFailed, SettingsHistory } from "@/features/settings/panel/settings-frame";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { AnalyticsDialog } from "./dialog";
import { OwnMeasurement } from "./own-measurement";
import { type AnalyticsService, SERVICES } from "./services";

export function AnalyticsCards() {
  const record = useQuery(settingsRecord("analytics"));
  const [opened, setOpened] = useState<AnalyticsService | null>(null);
  if (record.error && !record.data) {
    return (
      <SettingsFailed error={record.error} busy={record.isFetching} onRetry={() => void record.refetch()} />
    );
  }
  return (
    <div className="grid gap-4" aria-busy={record.isPending}>
      <OwnMeasurement />
      <p className="text-muted max-w-prose text-sm">
        Aqui ficam só os códigos da sua empresa em cada serviço. Nenhum script de medição é carregado no site
        por causa deles; a verificação do Search Console vale assim que é salva.
      </p>
      <ul className="grid gap-4 md:grid-cols-2">
        {SERVICES.map((service) => (
          <Card
            key={service.name}
            service={service}
            code={record.data?.value[service.name] ?? ""}
            disabled={!record.data}
            onOpen={() => setOpened(service)}
          />
        ))}
      </ul>
      <div>
        <SettingsHistory name="analytics" />
      </div>
      {opened && <AnalyticsDialog service={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

interface CardProps {
  service: AnalyticsService;
  code: string;
  disabled: boolean;
  onOpen: () => void;
}

function Card({ service, code, disabled, onOpen }: CardProps) {
  const title = labels[service.name];
  return (
    <li className="border-line bg-surface flex flex-col gap-3 rounded-lg border p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{title}</h2>
        <Badge tone="neutral">{code ? "Código guardado" : "Não configurado"}</Badge>
      </div>
      <p className="text-muted text-sm">{service.text}</p>
      <p className="min-h-5 truncate font-mono text-xs">{code}</p>
      <div className="mt-auto">
        <Button
          aria-label={`Configurar Analytics: ${title}`}
          disabled={disabled}
          data-analytics={service.name}
          onClick={onOpen}
        >
          Configurar Analytics
        </Button>
      </div>
    </li>
  );
}
