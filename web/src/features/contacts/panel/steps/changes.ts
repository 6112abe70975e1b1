/** Changes of the next step of a contact. Each can be undone. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Contact, NextStep, NextStepInput } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { patchContact } from "@/features/contacts/panel/cache";
import { MUTATION_KEY, refresh } from "@/features/contacts/panel/changes";
import { changeFresh } from "@/features/contacts/panel/fresh-change";
import { contactKeys } from "@/features/contacts/panel/queries";
import { notify, UNDO_LABEL } from "@/lib/notify";
import { notifyFailure } from "@/panel/notify-failure";

interface StepChange {
  contact: Pick<Contact, "id" | "next_step">;
  /** The new step; null removes it. */
  step: NextStepInput | null;
}

const isSame = (one: NextStep | null, other: NextStep | null) =>
  one?.text === other?.text && one?.date === other?.date && one?.time === other?.time;

/** Returns the input that restores a step, with the person who planned it. */
export const inputOf = (step: NextStep | null): NextStepInput | null =>
  step && { text: step.text, date: step.date, time: step.time, planned_by: step.planned_by };

/** Returns the mutation that plans, changes or removes the next step. */
export function usePlanStep() {
  const cache = useQueryClient();
  const plan = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ contact, step }: StepChange & { isUndo?: boolean }) =>
      changeFresh(
        contact.id,
        etagOf(cache, contact.id),
        (current) => isSame(current.next_step, contact.next_step),
        (etag) => {
          const params = { path: { id: contact.id }, ...ifMatch(etag) };
          return versioned(
            step
              ? api.PUT("/api/contacts/{id}/next-step", { params, body: step })
              : api.DELETE("/api/contacts/{id}/next-step", { params }),
          );
        },
      ),
    onMutate: ({ contact, step }) =>
      patchContact(cache, contact.id, { next_step: step && shown(step, contact.next_step) }),
    onError: (error, _, rollback) => {
      rollback?.();
      notifyFailure("Erro ao salvar o próximo passo", error);
    },
    onSuccess: (record, { contact, step, isUndo }) => {
      cache.setQueryData(contactKeys.record(contact.id), record);
      if (isUndo) {
        notify.success("Desfeito");
        return;
      }
      notify.success(step ? "Próximo passo salvo" : "Próximo passo retirado", undefined, {
        label: UNDO_LABEL,
        run: () => plan.mutate({ contact: record.value, step: inputOf(contact.next_step), isUndo: true }),
      });
    },
    onSettled: () => refresh(cache),
  });
  return plan;
}

/** Returns the mutation that completes the next step. */
export function useCompleteStep() {
  const cache = useQueryClient();
  const reopen = useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (id: string) =>
      versioned(api.DELETE("/api/contacts/steps/{id}", { params: { path: { id } } })),
    onSuccess: (record) => {
      cache.setQueryData(contactKeys.record(record.value.id), record);
      notify.success("Passo reaberto", record.value.next_step?.text);
    },
    onError: (error) => notifyFailure("Erro ao desfazer", error),
    onSettled: () => refresh(cache),
  });
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id, next_step }: Pick<Contact, "id" | "next_step">) =>
      changeFresh(
        id,
        etagOf(cache, id),
        (current) => isSame(current.next_step, next_step),
        (etag) =>
          body(api.POST("/api/contacts/{id}/next-step/done", { params: { path: { id }, ...ifMatch(etag) } })),
      ),
    onMutate: ({ id }) => patchContact(cache, id, { next_step: null }),
    onError: (error, _, rollback) => {
      rollback?.();
      notifyFailure("Erro ao concluir o passo", error);
    },
    onSuccess: (done) => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(done.contact_id) });
      notify.success("Passo concluído", done.text, { label: UNDO_LABEL, run: () => reopen.mutate(done.id) });
    },
    onSettled: () => refresh(cache),
  });
}

function etagOf(cache: QueryClient, id: string): string | null {
  return cache.getQueryData<Versioned<Contact>>(contactKeys.record(id))?.etag ?? null;
}

/** Returns the step that is shown until the server has responded. */
function shown(step: NextStepInput, before: NextStep | null): NextStep {
  return {
    text: step.text ?? "",
    date: step.date ?? "",
    time: step.time || null,
    planned_by: step.planned_by ?? before?.planned_by ?? null,
  };
}
