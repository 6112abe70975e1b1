/** The setting for new posts: whether publishing a post prepares or sends an edition. */
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { api, body } from "@/api/client";
import { NEW_POST_MODE_LABELS } from "@/api/labels";
import type { NewPostMode } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import { subscriptionSummary } from "@/features/newsletter/panel/queries";
import { notify } from "@/lib/notify";
import { Select } from "@/panel/controls/select";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount } from "@/panel/format";
import { useChange } from "@/panel/use-change";

const KEY = ["newsletter", "settings"];

const MODES = Object.keys(NEW_POST_MODE_LABELS) as NewPostMode[];

/** Descriptions of what a mode does, for the message after it was saved. */
const EFFECTS: Readonly<Record<NewPostMode, string>> = {
  off: "Um novo artigo não cria mais edição.",
  draft: "O próximo artigo publicado vira um rascunho aqui.",
  send: "O próximo artigo publicado é enviado na hora.",
};

export function NewPostSetting() {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => versioned(api.GET("/api/newsletter/settings", { signal })),
  });
  const change = useChange("Erro ao mudar a opção", (cache) => cache.invalidateQueries({ queryKey: KEY }), {
    mutationFn: (new_post: NewPostMode) =>
      body(
        api.PUT("/api/newsletter/settings", {
          params: ifMatch(data?.etag ?? null),
          body: { new_post },
        }),
      ),
    onSuccess: ({ new_post }) => notify.success("Opção salva", EFFECTS[new_post]),
  });
  return (
    <div className="border-line bg-surface mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3">
      <div className="min-w-0 grow basis-72">
        <label htmlFor={id} className="text-sm font-medium">
          Quando um artigo for publicado
        </label>
        <p id={`${id}-hint`} className="text-muted text-xs">
          Vale para a primeira publicação de cada artigo, uma única vez, a partir de agora.
        </p>
      </div>
      <div className="w-full sm:w-64">
        <Select
          id={id}
          className="w-full"
          aria-describedby={`${id}-hint`}
          value={data?.value.new_post ?? "off"}
          disabled={!data || change.isPending}
          onChange={({ target }) => {
            const mode = target.value as NewPostMode;
            if (mode === "send") setAsking(true);
            else change.mutate(mode);
          }}
        >
          {MODES.map((mode) => (
            <option key={mode} value={mode}>
              {NEW_POST_MODE_LABELS[mode]}
            </option>
          ))}
        </Select>
      </div>
      {isAsking && (
        <SendQuestion
          busy={change.isPending}
          onConfirm={() => change.mutate("send", { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface SendQuestionProps {
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before each new post is mailed without another question. */
function SendQuestion(props: SendQuestionProps) {
  const { data } = useQuery(subscriptionSummary);
  const number = data && formatCount(data.confirmed, "inscrição confirmada", "inscrições confirmadas");
  return (
    <ConfirmDialog question="Enviar cada novo artigo na hora?" action="Enviar na hora" {...props}>
      Assim que um artigo for publicado pela primeira vez, mesmo com hora marcada, ele vai por{" "}
      <span className="unbroken">e-mail</span>, sem outra pergunta, para quem escolheu a categoria ou uma tag
      dele como assunto de interesse e para quem não escolheu nenhum. Se a categoria e as tags não estão entre
      os assuntos de interesse oferecidos, vai para todas as inscrições confirmadas.{" "}
      {number && `Hoje, a lista tem ${number}.`}
    </ConfirmDialog>
  );
}
