/** The rules that assign new contacts, as administrators edit them. */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { api, body } from "@/api/client";
import type { Assignee, AssignmentOverview, FormerAssignee, ServiceAssignee } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { type RecordKind, recordOf, yesOrNo } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useChange } from "@/panel/use-change";
import { assigneeNameOf } from "../assignee";

export const MODES = [
  { value: "none", label: "Ninguém: a equipe escolhe" },
  { value: "by_service", label: "A pessoa do serviço" },
  { value: "round_robin", label: "Várias pessoas, em rodízio" },
] as const;

export const assignmentSchema = z
  .object({
    mode: z.enum(["none", "by_service", "round_robin"]),
    answerer: z.boolean(),
    turns: z.array(z.string()),
    services: z.array(z.object({ service: z.string(), user_id: z.string() })),
  })
  .refine(({ mode, turns }) => mode !== "round_robin" || turns.length > 0, {
    path: ["turns"],
    message: "Escolha quem recebe os contatos.",
  });
export type AssignmentFields = z.infer<typeof assignmentSchema>;
export type AssignmentRecord = AssignmentOverview & { id: "assignment" };

const withId = ({ value, etag }: Versioned<AssignmentOverview>): Versioned<AssignmentRecord> => ({
  value: { ...value, id: "assignment" },
  etag,
});

const find = async (signal?: AbortSignal) =>
  withId(await versioned(api.GET("/api/contacts/assignment", { ...(signal && { signal }) })));

const KEY = ["contacts", "assignment"];

export const assignmentRules = queryOptions({ queryKey: KEY, queryFn: ({ signal }) => find(signal) });

/** Query of the services of the contact form. */
export const formServices = queryOptions({
  queryKey: [...KEY, "services"],
  queryFn: async ({ signal }) => (await body(api.GET("/api/contacts/promise", { signal }))).services,
});

/** Returns the people to whom contacts can be assigned, and those of the rules who have no access but still an account. */
export function peopleOf(listed: readonly Assignee[], former: readonly FormerAssignee[]): Assignee[] {
  const others = former.filter(({ id }) => listed.every((person) => person.id !== id));
  return [
    ...listed,
    ...others.flatMap(({ id, name }) => (name === null ? [] : [{ id, name, has_access: false }])),
  ];
}

/** Returns the record kind, which takes the names from `people`. */
export function assignmentKind(people: readonly Assignee[]): RecordKind<AssignmentRecord, AssignmentFields> {
  const nameOf = (id: string) => assigneeNameOf(people, id);
  return {
    key: "assignment",
    thisOne: "a distribuição",
    labels: {
      mode: "Responsável por contatos novos",
      answerer: "Quem responde primeiro vira responsável",
      turns: "Rodízio",
      services: "Pessoa de cada serviço",
    },
    fieldsOf: ({ mode, answerer, turns, services }) => ({ mode, answerer, turns, services }),
    textOf: (fields, name) => {
      if (name === "answerer") return yesOrNo(fields.answerer);
      if (name === "turns") return fields.turns.map(nameOf).join(", ");
      if (name === "services")
        return fields.services.map((of) => `${of.service}: ${nameOf(of.user_id)}`).join("; ");
      return MODES.find(({ value }) => value === fields.mode)?.label ?? fields.mode;
    },
    keyOf: (fields, name) => JSON.stringify(fields[name]),
    find: (_, signal) => find(signal),
    update: async (_, change, etag) =>
      withId(await versioned(api.PUT("/api/contacts/assignment", { params: ifMatch(etag), body: change }))),
    lastSaver: () => Promise.resolve(undefined),
  };
}

export const useSaveAssignment = (kind: RecordKind<AssignmentRecord, AssignmentFields>) =>
  useChange("Erro ao salvar a distribuição", (cache) => cache.invalidateQueries({ queryKey: KEY }), {
    mutationFn: (edit: Edit<AssignmentRecord, AssignmentFields>) => saveRecord(recordOf(kind), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "saved")
        notify.success("Distribuição salva!", savedText(outcome.isMerged, "Vale para os próximos contatos."));
    },
  });

/** Returns the services with another person for one of them; none if the id is empty. */
export function withPerson(
  services: readonly ServiceAssignee[],
  service: string,
  user_id: string,
): ServiceAssignee[] {
  if (user_id === "") return services.filter((of) => of.service !== service);
  // In the same position, so that choosing the former person again changes nothing.
  const isListed = services.some((of) => of.service === service);
  if (!isListed) return [...services, { service, user_id }];
  return services.map((of) => (of.service === service ? { service, user_id } : of));
}
