import { useQuery } from "@tanstack/react-query";

import { api, body } from "@/api/client";

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
    return (
      <p className="text-muted text-sm">Salve para ver quais horários contam para o prazo de resposta.</p>
    );
  }
  if (data.is_fallback) {
    return (
      <p className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm">
        Nenhuma linha salva tem dias e horários reconhecidos. Enquanto isso, o prazo de resposta conta segunda
        a sexta, 08:00–18:00.
      </p>
    );
  }
  return (
    <div className="text-muted grid gap-1 text-sm">
      <p>
        Contam para o prazo de resposta: <span className="text-ink">{data.lines.join("; ")}</span>. Feriados
        nacionais não contam.
      </p>
      {data.ignored.length > 0 && <p className="text-warning">Não reconhecido: {data.ignored.join("; ")}.</p>}
    </div>
  );
}
