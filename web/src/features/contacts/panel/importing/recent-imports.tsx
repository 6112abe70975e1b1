/** The imports of the last 24 hours, which can be undone. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { UndoneImport } from "@/api/types";
import { refresh } from "@/features/contacts/panel/changes";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { formatCount, formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

export const recentImports = queryOptions({
  queryKey: ["contacts", "imports"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/imports", { signal })),
  staleTime: 0,
  meta: { errorTitle: "Erro ao carregar as importações" },
});

export function RecentImports({ onUndone }: { onUndone: (id: string) => void }) {
  const cache = useQueryClient();
  const { data = [] } = useQuery(recentImports);
  const undo = useMutation({
    mutationFn: (id: string) =>
      body(api.POST("/api/contacts/imports/{id}/undo", { params: { path: { id } } })),
    onSuccess: (undone, id) => {
      notify.success("Importação desfeita", resultOf(undone));
      onUndone(id);
    },
    onError: (error) => notifyFailure("Erro ao desfazer a importação", error),
    onSettled: () => {
      refresh(cache);
      return cache.invalidateQueries(recentImports);
    },
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports" className="border-line grid gap-3 rounded-lg border p-4">
      <div>
        <h3 id="recent-imports" className="text-sm font-semibold">
          Importações das últimas 24 horas
        </h3>
        <p className="text-muted text-sm">
          Ao desfazer, os contatos em que ninguém mexeu vão para a lixeira. Os outros ficam.
        </p>
      </div>
      <ul className="grid gap-2">
        {data.map(({ id, imported_at, untouched }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>
              {formatDateTime(imported_at)}:{" "}
              {formatCount(untouched, "contato sem mudanças", "contatos sem mudanças")}
            </span>
            <Button size="sm" busy={undo.isPending && undo.variables === id} onClick={() => undo.mutate(id)}>
              Desfazer importação
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Describes an undone import: '12 contatos foram para a lixeira; 1 foi mantido, porque alguém mexeu nele.' */
export function resultOf({ deleted, skipped }: UndoneImport): string {
  const moved = formatCount(deleted, "contato foi para a lixeira", "contatos foram para a lixeira");
  if (skipped === 0) return `${moved}.`;
  const left = formatCount(
    skipped,
    "foi mantido, porque alguém mexeu nele",
    "foram mantidos, porque alguém mexeu neles",
  );
  return `${moved}; ${left}.`;
}
