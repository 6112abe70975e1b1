/** The state of an import: the rows, their preview, and the calls to the server. Closing the dialog discards it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, body } from "@/api/client";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";

interface Input {
  csv: string;
  /** Name of the chosen file; null if the rows were pasted. */
  file: string | null;
  /** Text or source of the consent, for rows without one. */
  source: string;
}

export function useImport(onClose: () => void) {
  const cache = useQueryClient();
  const [input, setInput] = useState<Input>({ csv: "", file: null, source: "" });
  const [declares, setDeclares] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const check = useMutation({
    mutationFn: ({ csv, source }: Input) =>
      body(api.POST("/api/newsletter/subscriptions/import", { body: { csv, source, dry_run: true } })),
  });
  const run = useMutation({
    mutationFn: () => {
      const { csv, source } = input;
      return body(
        api.POST("/api/newsletter/subscriptions/import", {
          body: { csv, source, declares_consent: declares },
        }),
      );
    },
    onSuccess: ({ confirmed, invited }) => {
      const added = confirmed + invited;
      notify.success("Inscrições importadas!", formatCount(added, "endereço novo", "endereços novos"));
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["newsletter"] }),
  });

  /** Changes the input, and discards the preview and declaration of the old one. Returns the new input. */
  function edit(change: Partial<Input>): Input {
    const next = { ...input, ...change };
    setInput(next);
    declare(false);
    check.reset();
    run.reset();
    return next;
  }

  function declare(value: boolean): void {
    setDeclares(value);
    setRefusals(0);
  }

  /** Imports the rows, or shows that the declaration is missing. */
  function importRows(): void {
    const isMissing = !declares && (check.data?.confirmed ?? 0) > 0;
    if (isMissing) setRefusals(refusals + 1);
    else run.mutate();
  }

  return {
    input,
    edit,
    declares,
    declare,
    refusals,
    importRows,
    check,
    run,
    preview: check.data,
    error: check.error ?? run.error,
  };
}
