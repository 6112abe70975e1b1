/** The dialog in which staff choose the categories and tags of the blog that subscribers can select as interests. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import type { Interests } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { useChange } from "@/panel/use-change";
import { InterestCheckboxes } from "./checkboxes";

const MAX_INTERESTS = 20;

export const interests = queryOptions({
  queryKey: ["newsletter", "interests"],
  queryFn: ({ signal }) => body(api.GET("/api/newsletter/interests", { signal })),
});

export function InterestsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(interests);
  return (
    <EditorDialog size="small" title="Assuntos de interesse" onClose={onClose}>
      {query.error && (
        <LoadingFailed
          title="Erro ao carregar os assuntos"
          reason={messageOf(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <InterestsForm {...query.data} onClose={onClose} />}
    </EditorDialog>
  );
}

function InterestsForm({ offered, available, onClose }: Interests & { onClose: () => void }) {
  // The initial choice. It stays the same when the list is loaded again.
  const [saved] = useState(() => offered.map(({ slug }) => slug));
  const [slugs, setSlugs] = useState(saved);
  const isChanged = slugs.length !== saved.length || slugs.some((slug) => !saved.includes(slug));
  const { forget, leave } = useLeaving(isChanged);
  const save = useSaveInterests(() => {
    forget();
    onClose();
  });
  return (
    <SaveForm className="flex min-h-0 flex-col" onSave={() => save.mutate(slugs)}>
      <div className="grid gap-4 overflow-y-auto p-5">
        <p className="text-muted text-sm">
          Quem se inscreve pode escolher entre os assuntos marcados, e mudar a escolha pelo link de cada
          e-mail. Quem não escolhe nenhum recebe todas as edições.
        </p>
        <InterestCheckboxes
          legend="Categorias e tags do blog"
          interests={available}
          chosen={slugs}
          isFull={slugs.length >= MAX_INTERESTS}
          onChange={setSlugs}
        />
        <p role="status" className="text-danger text-sm empty:hidden">
          {save.error && fieldMessageOf(save.error, "slugs")}
        </p>
      </div>
      <div className="border-line flex flex-wrap gap-2 border-t px-5 py-3">
        <Button type="submit" variant="primary" busy={save.isPending}>
          Salvar
        </Button>
        <Button onClick={leave}>Cancelar</Button>
      </div>
    </SaveForm>
  );
}

function useSaveInterests(onSaved: () => void) {
  const cache = useQueryClient();
  return useChange("Erro ao salvar os assuntos", () => undefined, {
    mutationFn: (slugs: string[]) => body(api.PUT("/api/newsletter/interests", { body: { slugs } })),
    onSuccess: (saved) => {
      cache.setQueryData(interests.queryKey, saved);
      notify.success("Assuntos salvos!");
      onSaved();
    },
  });
}
