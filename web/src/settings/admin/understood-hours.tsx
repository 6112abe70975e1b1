import { useQuery } from "@tanstack/react-query";

import { api, body } from "../../api/client";

/** Under the settings, so that saving them asks for it again. */
const understoodHours = {
  queryKey: ["settings", "understood-hours"],
  queryFn: ({ signal }: { signal: AbortSignal }) => body(api.GET("/api/contacts/business-hours", { signal })),
};

/** How the clock of promised answers reads the hours as they are saved. */
export function UnderstoodHours({ isChanged }: { isChanged: boolean }) {
  const { data } = useQuery(understoodHours);
  if (!data) return null;
  if (isChanged) {
    return <p className="text-muted text-sm">Salve para ver como o relógio das respostas entende isto.</p>;
  }
  if (data.is_fallback) {
    return (
      <p className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm">
        Nenhuma linha salva diz dias e horários que o relógio das respostas entenda. Até que diga, ele conta
        segunda a sexta, 08:00–18:00.
      </p>
    );
  }
  return (
    <div className="text-muted grid gap-1 text-sm">
      <p>
        O relógio das respostas entende: <span className="text-ink">{data.lines.join("; ")}</span>. Feriados
        nacionais não contam.
      </p>
      {data.ignored.length > 0 && <p className="text-warning">Não entendido: {data.ignored.join("; ")}.</p>}
    </div>
  );
}
