/** The section that lists and removes unchanged demo content. Hidden if there is none. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { DemoContent } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal, ModalTitle } from "@/panel/dialog/modal";

export function DemoSection() {
  const { data } = useQuery(demoContent);
  const [isOpen, setIsOpen] = useState(false);
  if (!data || isEmpty(data)) return null;
  return (
    <section
      aria-labelledby="demo-title"
      className="border-line bg-surface grid gap-x-8 gap-y-4 rounded-lg border px-4 py-5 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="demo-title" className="text-sm font-semibold">
          Conteúdo de demonstração
        </h2>
        <p className="text-muted mt-1 text-sm text-pretty">
          O que veio com o site e ninguém mudou. O que é da sua empresa fica.
        </p>
      </div>
      <div className="grid max-w-2xl justify-items-start gap-3">
        <p className="text-sm">Ainda estão no site: {countText(data)}.</p>
        <Button className="border-danger border" variant="danger" onClick={() => setIsOpen(true)}>
          Remover conteúdo de demonstração
        </Button>
      </div>
      {isOpen && <DemoDialog content={data} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

/** Lists the content to remove and asks for confirmation. */
function DemoDialog({ content, onClose }: { content: DemoContent; onClose: () => void }) {
  const remove = useRemoveDemo();
  return (
    <Modal size="question" onClose={onClose}>
      <ModalTitle className="text-base font-semibold">Remover o conteúdo de demonstração?</ModalTitle>
      <div className="border-line grid gap-3 border-y py-3 text-sm">
        <p className="text-muted">
          Sai do site na hora o que ninguém mudou. Serviços e posts ficam na lixeira por 30 dias; das páginas
          saem clientes, depoimentos, números, história e equipe.
        </p>
        {kindsOf(content).map(({ label, items }) => (
          <div key={label}>
            <h3 className="font-medium">{label}</h3>
            <p className="text-muted">{items.join(" · ")}</p>
          </div>
        ))}
      </div>
      <DialogButtons className="mt-2" onClose={onClose}>
        <Button
          className="border-danger border"
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSettled: onClose })}
        >
          Remover
        </Button>
      </DialogButtons>
    </Modal>
  );
}

const demoContent = queryOptions({
  queryKey: ["settings", "demo-content"],
  queryFn: ({ signal }) => body(api.GET("/api/demo-content", { signal })),
  meta: {
    errorTitle: "Erro ao carregar configurações",
    errorText: "Não foi possível carregar as configurações do site.",
  },
});

function useRemoveDemo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.DELETE("/api/demo-content")),
    onSuccess: async () => {
      await cache.invalidateQueries();
      notify.success("Conteúdo de demonstração removido!", "Serviços e posts ficam na lixeira por 30 dias.");
    },
    onError: (error) => {
      notify.error(
        "Erro ao remover",
        messageOf(error, "Não foi possível remover o conteúdo de demonstração."),
      );
    },
  });
}

/** Returns the demo content by kind, without empty kinds. */
function kindsOf({ services, posts, pages, settings }: DemoContent) {
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

export const isEmpty = (content: DemoContent): boolean => kindsOf(content).length === 0;

/** Returns the counts as text: '18 serviços, 6 posts do blog e 1 cadastro com dados fictícios'. */
export function countText(content: DemoContent): string {
  return new Intl.ListFormat("pt-BR").format(kindsOf(content).map(({ label }) => label));
}
