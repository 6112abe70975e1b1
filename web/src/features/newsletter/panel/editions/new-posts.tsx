/** The setting for new posts: whether publishing a post prepares or sends an edition. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { api, body } from "@/api/client";
import { NEW_POST_MODE_LABELS } from "@/api/labels";
import type { NewPostMode } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { Select } from "@/panel/controls/select";
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
          onChange={({ target }) => change.mutate(target.value as NewPostMode)}
        >
          {MODES.map((mode) => (
            <option key={mode} value={mode}>
              {NEW_POST_MODE_LABELS[mode]}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
