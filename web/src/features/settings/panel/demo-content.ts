/** What of the demo company is still on the site, in words, and the call that takes it away. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { DemoContent } from "@/api/types";
import { notify } from "@/lib/notify";

export const demoContent = queryOptions({
  queryKey: ["settings", "demo-content"],
  queryFn: ({ signal }) => body(api.GET("/api/demo-content", { signal })),
  meta: {
    error_title: "Erro ao carregar configurações",
    error_text: "Não foi possível carregar as configurações do site.",
  },
});

export function useRemoveDemo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.DELETE("/api/demo-content")),
    onSuccess: async () => {
      await cache.invalidateQueries();
      notify.success("Conteúdo de demonstração removido!", "Os serviços ficam na lixeira por 30 dias.");
    },
    onError: (error) => {
      notify.error(
        "Erro ao remover",
        messageOf(error, "Não foi possível remover o conteúdo de demonstração."),
      );
    },
  });
}

/** What goes, by kind; kinds with nothing are left out. */
export function parts({ services, posts, pages, settings }: DemoContent) {
  const kinds = [
    { one: "serviço", many: "serviços", items: services },
    { one: "post do blog", many: "posts do blog", items: posts },
    { one: "página com dados fictícios", many: "páginas com dados fictícios", items: pages },
    { one: "cadastro com dados fictícios", many: "cadastros com dados fictícios", items: settings },
  ];
  return kinds
    .filter(({ items }) => items.length > 0)
    .map(({ one, many, items }) => ({ label: `${items.length} ${items.length === 1 ? one : many}`, items }));
}

export const isGone = (content: DemoContent): boolean => parts(content).length === 0;

/** '18 serviços, 6 posts do blog e 1 cadastro'. */
export function countText(content: DemoContent): string {
  return new Intl.ListFormat("pt-BR").format(parts(content).map(({ label }) => label));
}
