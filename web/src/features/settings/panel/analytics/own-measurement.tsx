/** The switch 'Medição própria', which turns the site's own measurement of visits on and off. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { settingsRecord, updateRecord } from "@/features/settings/panel/queries";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { Switch } from "@/panel/controls/switch";
import { useChange } from "@/panel/use-change";

export function OwnMeasurement() {
  const { data } = useQuery(settingsRecord("analytics"));
  const change = useChange(
    "Erro ao salvar configurações",
    (cache) => cache.invalidateQueries({ queryKey: settingsRecord("analytics").queryKey }),
    {
      mutationFn: (isOn: boolean) =>
        updateRecord("analytics", { own_measurement: isOn ? "on" : "off" }, data?.etag ?? null),
      onSuccess: () => notify.success("Configurações salvas!"),
    },
  );
  const isOn = change.isPending ? change.variables : data?.value["own_measurement"] === "on";
  return (
    <section className="border-line bg-surface flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-lg border p-4 sm:p-5">
      <Switch
        label="Medição própria"
        hint="O site conta as próprias visitas, sem cookies e sem enviar nada a outras empresas. Desligada, nenhuma página conta nada."
        checked={isOn}
        disabled={!data}
        onChange={({ target }) => {
          if (!change.isPending) change.mutate(target.checked);
        }}
      />
      <Link to={panelPaths.visits} className="text-sm underline underline-offset-4">
        Ver as visitas
      </Link>
    </section>
  );
}
