/** The state of a settings form, whose fields may belong to several records. */
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";

import { messageOf } from "@/api/api-error";
import { type Versioned, versionOf } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { formStore, readFields, useFormChanges } from "@/panel/edit/use-record-form";
import { useVersionedRecord } from "@/panel/edit/use-versioned-record";
import { type Edit, type Outcome, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { formRecord, type Part, type Records, RefusedFields, storedRecords, valuesOf } from "./form-record";
import { settingsRecord } from "./queries";
import type { FieldName, Texts } from "./records";

interface Messages {
  saved: string;
  /** Shown if saving fails and the server gives no reason. */
  failed: string;
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm(parts: readonly Part[], messages: Messages, onSaved?: () => void) {
  const queries = useQueries({ queries: parts.map(({ name }) => settingsRecord(name)) });
  const isReady = queries.every(({ data, isPlaceholderData }) => data && !isPlaceholderData);
  const form = useForm<Record<string, string>>({ defaultValues: valuesOf(parts, {}) });
  const { isDirty, errors } = form.formState;
  const loaded = queries.map(({ data }) => data);
  const { editor, fill } = useSettingsDraft({ parts, messages, form, loaded, isReady });

  /** Saves `values`; by default, the current input. */
  function submit(values?: Texts): void {
    editor.save(values).then(({ status }) => status === "saved" && onSaved?.(), showRefusals);
  }

  function showRefusals(error: unknown): void {
    if (!(error instanceof RefusedFields)) return;
    if (error.isPartlySaved) editor.settle(error.saved, error.accepted);
    for (const refusal of error.refusals) showFieldErrors(refusal, form);
  }

  return {
    form,
    errors,
    isDirty,
    isReady,
    error: queries.find(({ error }) => error)?.error ?? null,
    isRetrying: queries.some(({ isFetching }) => isFetching),
    retry: () => queries.forEach((query) => void query.refetch()),
    save: () => void form.handleSubmit((values) => submit(values))(),
    /** Returns the props of the input of a field. */
    field: (name: FieldName) => ({ ...form.register(name), error: errors[name]?.message }),
    editor: {
      ...editor,
      resolve: (choices: Parameters<typeof editor.resolve>[0]) => {
        editor.resolve(choices);
        submit();
      },
      discard: () => {
        fill({});
        editor.removeDraft();
      },
    },
  };
}

interface DraftOptions {
  parts: readonly Part[];
  messages: Messages;
  form: UseFormReturn<Record<string, string>>;
  /** The loaded records, in the order of the parts. */
  loaded: readonly (Versioned<Texts> | undefined)[];
  isReady: boolean;
}

/**
 * Returns the state of the form's editor. Fills the form with the loaded records, then with the draft in the browser's
 * storage.
 */
function useSettingsDraft({ parts, messages, form, loaded, isReady }: DraftOptions) {
  const { isDirty } = form.formState;
  const draftName = `settings:${parts.flatMap(({ fields }) => fields).join()}`;
  const send = useSend(parts, messages);
  const editor = useVersionedRecord<Records, Texts>({
    record: formRecord(parts),
    opened: null,
    store: formStore(form),
    localDraft: draftName,
    send: send.mutateAsync,
  });
  useUnsavedChanges(isDirty, editor.removeDraft);

  /** Fills the form with the loaded records, or with those of `known` that are newer. */
  function fill(known: Records): void {
    const records = parts.map(({ name }, index) => [name, newer(known[name], loaded[index])] as const);
    const value: Records = Object.fromEntries(records);
    editor.rebase({ value, etag: null }, valuesOf(parts, value));
  }

  const hasRecovered = useRef(false);
  const fillIfClean = useEffectEvent(() => {
    // Unsaved input keeps the version on which it is based.
    if (isDirty) return;
    fill(editor.base?.value ?? {});
    if (!isReady || hasRecovered.current) return;
    hasRecovered.current = true;
    const draft = readFields<Texts>(draftName, form.getValues());
    const base = draft && storedRecords(parts, draft.base);
    if (draft && base) {
      editor.recover({ base: { value: base, etag: null }, draft: draft.fields, kept_at: draft.kept_at });
    }
  });
  const content = loaded.map((record) => JSON.stringify(record)).join();
  // A layout effect runs before the user can type.
  useLayoutEffect(() => fillIfClean(), [content, isReady, isDirty]);
  useFormChanges(form, editor.storeDraft, isReady);
  return { editor, fill };
}

/** Returns the mutation that saves the records of a form, caches the saved ones and notifies the user. */
function useSend(parts: readonly Part[], messages: Messages) {
  const cache = useQueryClient();
  const cacheRecords = ({ value }: Versioned<Records>) => {
    for (const { name } of parts) cache.setQueryData(settingsRecord(name).queryKey, value[name]);
    void cache.invalidateQueries({ queryKey: ["settings"] });
  };
  return useMutation({
    mutationFn: (edit: Edit<Records, Texts>): Promise<Outcome<Records>> =>
      saveRecord(formRecord(parts), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      cacheRecords(outcome.saved);
      notify.success(messages.saved, savedText(outcome.isMerged));
    },
    onError: (error) => {
      if (!(error instanceof RefusedFields)) {
        notify.error("Erro ao salvar", messageOf(error, messages.failed));
      } else if (error.isPartlySaved) {
        cacheRecords(error.saved);
        notify.error("Nem tudo foi salvo", "Corrija os campos destacados. Os demais já valem no site.");
      } else {
        // One message is enough, because all refused fields are marked.
        notify.error("Erro ao salvar", messageOf(error.refusals.at(-1), messages.failed));
      }
    },
  });
}

/** Returns the newer version. The response to a save may be newer than the query's data. */
function newer(known: Versioned<Texts> | undefined, found: Versioned<Texts> | undefined) {
  return known && (!found || versionOf(known) > versionOf(found)) ? known : found;
}
