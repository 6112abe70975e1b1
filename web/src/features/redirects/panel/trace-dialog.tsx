/** The dialog that traces an address: it lists the requests of a browser that follows redirects from there. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import { REDIRECT_INPUT_FROM_PATH } from "@/api/limits";
import type { TraceOutcome } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { Field } from "@/panel/form/field";
import { textUpTo } from "@/panel/form/text-schema";
import { type BadgeItem, BadgeList } from "@/panel/list/badge-list";

const addressSchema = textUpTo(REDIRECT_INPUT_FROM_PATH);

const problemOf = (address: string) => addressSchema.safeParse(address).error?.issues[0]?.message;

const OUTCOMES: Readonly<Record<TraceOutcome, BadgeItem["badge"]>> = {
  permanent: { label: "Redireciona (permanente)", tone: "info" },
  temporary: { label: "Redireciona (temporário)", tone: "info" },
  page: { label: "Página do site", tone: "success" },
  missing: { label: "Página não encontrada", tone: "danger" },
  external: { label: "Outro site", tone: "success" },
  system: { label: "Endereço do sistema", tone: "neutral" },
};

/** Traces the address `start` at once, unless it is empty. */
export function TraceDialog({ start, onClose }: { start: string; onClose: () => void }) {
  const [address, setAddress] = useState(start);
  const {
    data: steps,
    error,
    isPending,
    mutate,
    reset,
  } = useMutation({
    mutationFn: (traced: string) =>
      body(api.GET("/api/redirects/trace", { params: { query: { address: traced.trim() } } })),
  });
  useEffect(() => {
    if (start && !problemOf(start)) mutate(start);
  }, [start, mutate]);
  const problem = problemOf(address);
  return (
    <Modal size="small" title="Testar endereço" onClose={onClose}>
      <form
        className="grid gap-4 overflow-y-auto p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!problem) mutate(address);
        }}
      >
        <Field
          label="Endereço"
          hint="Como um visitante digitaria: /pagina-antiga ou o endereço completo"
          autoComplete="off"
          data-autofocus
          value={address}
          error={problem ?? (error ? fieldMessageOf(error, "address") : undefined)}
          onChange={({ target }) => {
            setAddress(target.value);
            // The steps are those of the former address.
            reset();
          }}
        />
        <Button type="submit" className="justify-self-start" busy={isPending}>
          Testar
        </Button>
        <div role="status">
          {steps && (
            <BadgeList
              label="Passos"
              items={steps.map(({ address, outcome }) => ({ text: address, badge: OUTCOMES[outcome] }))}
            />
          )}
        </div>
      </form>
    </Modal>
  );
}
