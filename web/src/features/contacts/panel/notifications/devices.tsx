/** The devices on which the user gets notifications, and the button that turns them on here. */
import { useQuery } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import { type ReactNode, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { PushDevice } from "@/api/types";
import { notify } from "@/lib/notify";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeletons } from "@/panel/feedback/skeleton";
import { formatDate } from "@/panel/format";
import { useChange } from "@/panel/use-change";
import { pushDevices, pushSupport, turnOff, turnOn } from "./push";

export function DevicesCard() {
  const { data, error, isFetching, refetch } = useQuery(pushDevices);
  return (
    <Card title="Avisos nos aparelhos">
      {data ? (
        <div className="grid gap-4">
          <ThisDevice publicKey={data.public_key} isOn={data.own !== null} />
          {data.devices.length > 0 && <DeviceList devices={data.devices} ownId={data.own?.id} />}
        </div>
      ) : error ? (
        <LoadingFailed
          title="Erro ao carregar os aparelhos"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeletons label="Carregando os aparelhos…" parts={["h-20"]} />
      )}
    </Card>
  );
}

/** Shown if the user closes the browser's question without an answer. */
const MISSING_PERMISSION =
  "O navegador só mostra os avisos com a sua permissão. Tente de novo e permita as notificações.";

const REFRESH = { queryKey: pushDevices.queryKey };

function ThisDevice({ publicKey, isOn }: { publicKey: string; isOn: boolean }) {
  const support = pushSupport();
  const [isDenied, setDenied] = useState(
    () => support === "supported" && Notification.permission === "denied",
  );
  const on = useChange("Erro ao ligar os avisos", (cache) => cache.invalidateQueries(REFRESH), {
    mutationFn: () => turnOn(publicKey),
    onSuccess: (isAllowed) => {
      const isRefused = !isAllowed && Notification.permission === "denied";
      setDenied(isRefused);
      if (isAllowed) notify.success("Avisos ligados neste aparelho");
      else if (!isRefused) notify.error("Avisos não ligados", MISSING_PERMISSION);
    },
  });
  if (support === "home_screen") {
    return (
      <Text>
        No iPhone e no iPad, os avisos funcionam pelo ícone na tela de início: no Safari, toque em
        Compartilhar e em “Adicionar à Tela de Início”, abra o painel por esse ícone e volte aqui.
      </Text>
    );
  }
  if (support === "unsupported") {
    return <Text>Este navegador não mostra avisos. Use outro, ou receba por e-mail.</Text>;
  }
  if (isDenied) {
    return (
      <Text>
        Os avisos estão bloqueados neste navegador. Permita as notificações deste site no cadeado ao lado do
        endereço e recarregue a página.
      </Text>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Text>
        {isOn
          ? "Este aparelho mostra os avisos, mesmo com o painel fechado. Ao sair da conta, eles são desligados."
          : "Receba os avisos como notificações, mesmo com o painel fechado. Elas trazem só o nome e o serviço de quem escreveu."}
      </Text>
      {!isOn && (
        <Button variant="primary" icon={Bell} busy={on.isPending} onClick={() => on.mutate(undefined)}>
          {on.isPending ? "Ligando…" : "Ligar neste aparelho"}
        </Button>
      )}
    </div>
  );
}

function Text({ children }: { children: ReactNode }) {
  return <p className="text-muted text-sm text-pretty">{children}</p>;
}

interface DeviceListProps {
  devices: readonly PushDevice[];
  ownId: string | undefined;
}

function DeviceList({ devices, ownId }: DeviceListProps) {
  const off = useChange("Erro ao desligar os avisos", (cache) => cache.invalidateQueries(REFRESH), {
    mutationFn: (id: string) => turnOff(id, id === ownId),
    onSuccess: () => notify.success("Avisos desligados no aparelho"),
  });
  return (
    <ul aria-label="Aparelhos com avisos" className="border-line divide-line divide-y border-t">
      {devices.map(({ id, device, created_at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
          <div>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {device}
              {id === ownId && <Badge tone="accent">Este aparelho</Badge>}
            </p>
            <p className="text-muted">Desde {formatDate(created_at)}</p>
          </div>
          <Button
            size="sm"
            icon={BellOff}
            aria-label={`Desligar os avisos em ${device}`}
            busy={off.isPending && off.variables === id}
            onClick={() => off.mutate(id)}
          >
            Desligar
          </Button>
        </li>
      ))}
    </ul>
  );
}
