/** The record of processing (LGPD, article 37), and the calls to the server. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { OWN_ACTIVITY_NAME, OWN_ACTIVITY_PURPOSE } from "@/api/limits";
import type { OwnActivity, ProcessingActivity, ProcessingAdditions, ProcessingRecord } from "@/api/types";
import { type FindHistory, historyQuery, ifMatch, type Versioned, versioned } from "@/api/versioned";
import { deepEqual } from "@/lib/deep-equal";
import { notify } from "@/lib/notify";
import type { Change } from "@/panel/edit/change-table";
import { isStale } from "@/panel/edit/versioned-record";
import { requiredText, textUpTo } from "@/panel/form/text-schema";
import { useChange } from "@/panel/use-change";

/** The fields of an activity, in the order of the record. */
export const FIELDS = [
  { name: "purpose", label: "Finalidade" },
  { name: "legal_basis", label: "Base legal" },
  { name: "data", label: "Dados" },
  { name: "people", label: "Titulares" },
  { name: "recipients", label: "Com quem são compartilhados" },
  { name: "retention", label: "Retenção" },
  { name: "security", label: "Segurança" },
] as const;

const text = textUpTo(OWN_ACTIVITY_PURPOSE);

export const activitySchema = z.object({
  name: requiredText(OWN_ACTIVITY_NAME),
  purpose: requiredText(OWN_ACTIVITY_PURPOSE),
  legal_basis: requiredText(OWN_ACTIVITY_PURPOSE),
  data: text,
  people: text,
  recipients: text,
  retention: text,
  security: text,
  note: text,
});
export type ActivityFields = z.infer<typeof activitySchema>;

export const noteSchema = z.object({ note: text });
export type NoteFields = z.infer<typeof noteSchema>;

export const BLANK_ACTIVITY: ActivityFields = {
  name: "",
  purpose: "",
  legal_basis: "",
  data: "",
  people: "",
  recipients: "",
  retention: "",
  security: "",
  note: "",
};

const KEY = ["processing-record"];

export const processingRecord = queryOptions({
  queryKey: [...KEY, "record"],
  queryFn: ({ signal }) => find(signal),
  meta: { errorTitle: "Erro ao carregar o registro" },
});

const find = (signal?: AbortSignal) =>
  versioned(api.GET("/api/processing-record", { ...(signal && { signal }) }));

type Edit = (additions: ProcessingAdditions) => ProcessingAdditions;

/** Applies an edit to the newest additions and saves them. Starts again if another person saved in between. */
async function save(edit: Edit): Promise<Versioned<ProcessingRecord>> {
  const { value, etag } = await find();
  const call = () =>
    versioned(api.PUT("/api/processing-record", { params: ifMatch(etag), body: edit(value.additions) }));
  return call().catch((error: unknown) => {
    if (!isStale(error)) throw error;
    return save(edit);
  });
}

const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: KEY });

/** Saves the note of an activity, which still has the note that the user saw. */
export const useSaveNote = (activity: ProcessingActivity) =>
  useChange("Erro ao salvar a anotação", refresh, {
    mutationFn: ({ note }: NoteFields) => save((additions) => withNote(additions, activity, note)),
    onSuccess: () => notify.success("Anotação salva"),
  });

/** Returns the additions with another note for an activity. Fails if they no longer have the note that `opened` has. */
export function withNote(
  additions: ProcessingAdditions,
  opened: Pick<ProcessingActivity, "key" | "note">,
  text: string,
): ProcessingAdditions {
  const { notes = [] } = additions;
  const key = opened.key ?? "";
  const stored = notes.find((note) => note.key === key)?.text ?? "";
  if (stored !== opened.note && stored !== text)
    throw new ApiError(
      409,
      "changed",
      "Outra pessoa alterou esta anotação agora. Copie o seu texto e abra-a de novo.",
    );
  return { ...additions, notes: [...notes.filter((note) => note.key !== key), { key, text }] };
}

/** Saves one of the company's activities: replaces `original`, or adds the activity if `original` is null. */
export const useSaveActivity = (original: OwnActivity | null) =>
  useChange("Erro ao salvar a atividade", refresh, {
    mutationFn: (activity: ActivityFields) => save((additions) => replaced(additions, original, [activity])),
    onSuccess: (_, { name }) => notify.success("Atividade salva", name),
  });

export const useDeleteActivity = () =>
  useChange("Erro ao remover a atividade", refresh, {
    mutationFn: (original: OwnActivity) => save((additions) => replaced(additions, original, [])),
    onSuccess: (_, { name }) =>
      notify.success("Atividade removida", `${name}. A versão anterior fica no histórico.`),
  });

/** Returns the additions with the activities of `replacement` instead of `original`, or at the end if `original` is null. */
function replaced(
  additions: ProcessingAdditions,
  original: OwnActivity | null,
  replacement: OwnActivity[],
): ProcessingAdditions {
  const activities = additions.activities ?? [];
  if (!original) return { ...additions, activities: [...activities, ...replacement] };
  const index = activities.findIndex((activity) => deepEqual(activity, original));
  if (index === -1)
    throw new ApiError(409, "changed", "Outra pessoa alterou esta atividade agora. Abra-a de novo.");
  return { ...additions, activities: activities.toSpliced(index, 1, ...replacement) };
}

const findHistory: FindHistory = (query, signal) =>
  api.GET("/api/processing-record/history", { params: { query }, ...(signal && { signal }) });

export const processingHistory = historyQuery([...KEY, "history"], findHistory);

export const restoreVersion = (version: number, current: number) =>
  body(
    api.POST("/api/processing-record/history/{version}/restore", {
      params: { path: { version }, header: { "If-Match": `"${current}"` } },
    }),
  );

type NamedActivity = Pick<ProcessingActivity, "key" | "name">;

/**
 * Returns the differences between two versions, one for each changed activity or note. The names in `activities`
 * describe the notes.
 */
export function changesBetween(
  activities: readonly NamedActivity[],
  older: ProcessingAdditions,
  newer: ProcessingAdditions,
): Change[] {
  const before = entriesOf(activities, older);
  const after = entriesOf(activities, newer);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths
    .map((path) => ({
      path,
      field: (after.get(path) ?? before.get(path))?.field ?? "",
      before: before.get(path)?.text ?? "",
      after: after.get(path)?.text ?? "",
    }))
    .filter((change) => change.before !== change.after);
}

interface Entry {
  field: string;
  text: string;
}

/** Returns the notes and the company's activities as text. Activities of the same name are numbered. */
function entriesOf(
  activities: readonly NamedActivity[],
  { notes = [], activities: own = [] }: ProcessingAdditions,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { key, text } of notes) {
    const name = activities.find((activity) => activity.key === key)?.name;
    const field = name ? `Anotação: ${name}` : "Anotação de atividade fora do registro atual";
    entries.set(`note ${key}`, { field, text });
  }
  for (const [index, { name, ...texts }] of own.entries()) {
    const number = own.slice(0, index).filter((other) => other.name === name).length;
    const text = Object.values(texts)
      .filter((value) => value !== "")
      .join("\n");
    entries.set(`activity ${number} ${name}`, { field: name, text });
  }
  return entries;
}

export const exportCsv = (): Promise<Blob> =>
  body(api.GET("/api/processing-record/export.csv", { parseAs: "blob" }));

export const exportHtml = (): Promise<Blob> =>
  body(api.GET("/api/processing-record/export.html", { parseAs: "blob" }));
