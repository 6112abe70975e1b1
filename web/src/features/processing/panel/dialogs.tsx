/**
 * The dialogs of the record of processing: edit the note of an activity; add, edit or remove one of the company's activities.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import type { UseFormReturn } from "react-hook-form";

import type { OwnActivity, ProcessingActivity } from "@/api/types";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { NewRecordForm } from "@/panel/edit/record-form";
import { FormField, TextArea } from "@/panel/form/field";
import {
  type ActivityFields,
  activitySchema,
  BLANK_ACTIVITY,
  FIELDS,
  noteSchema,
  useDeleteActivity,
  useSaveActivity,
  useSaveNote,
} from "./record";

/** An opened dialog. Without an activity, a new one is added. */
export type OpenDialog =
  | { kind: "note"; activity: ProcessingActivity }
  | { kind: "activity"; activity: ProcessingActivity | null }
  | { kind: "delete"; activity: ProcessingActivity };

interface DialogProps<Activity> {
  activity: Activity;
  onClose: () => void;
}

export function NoteDialog({ activity, onClose }: DialogProps<ProcessingActivity>) {
  const save = useSaveNote(activity);
  return (
    <EditorDialog title={activity.name} size="small" onClose={onClose}>
      <NewRecordForm
        layout="dialog"
        action="Salvar"
        draftName={null}
        blank={{ note: activity.note }}
        resolver={zodResolver(noteSchema)}
        create={save}
        onCreated={onClose}
      >
        {(form) => (
          <TextArea
            label="Anotação da empresa"
            hint="Um prazo próprio, um fornecedor pelo nome, quem responde pela atividade."
            rows={6}
            data-autofocus
            error={form.formState.errors.note?.message}
            {...form.register("note")}
          />
        )}
      </NewRecordForm>
    </EditorDialog>
  );
}

/** Edits one of the company's activities, or adds one if `activity` is null. */
export function ActivityDialog({ activity, onClose }: DialogProps<ProcessingActivity | null>) {
  const original = activity && ownOf(activity);
  const save = useSaveActivity(original);
  return (
    <EditorDialog title={activity ? "Editar atividade" : "Nova atividade"} onClose={onClose}>
      <NewRecordForm
        layout="dialog"
        action="Salvar"
        draftName={activity ? null : "processing-activity:new"}
        blank={original ?? BLANK_ACTIVITY}
        resolver={zodResolver(activitySchema)}
        create={save}
        onCreated={onClose}
      >
        {(form) => <ActivityForm form={form} />}
      </NewRecordForm>
    </EditorDialog>
  );
}

function ActivityForm({ form }: { form: UseFormReturn<ActivityFields> }) {
  const { errors } = form.formState;
  return (
    <>
      <FormField
        form={form}
        name="name"
        label="Atividade"
        hint="O que a empresa faz com dados pessoais fora do site, como folha de pagamento."
        data-autofocus
      />
      {FIELDS.map(({ name, label }) => (
        <TextArea key={name} label={label} rows={2} error={errors[name]?.message} {...form.register(name)} />
      ))}
      <TextArea label="Anotação" rows={2} error={errors.note?.message} {...form.register("note")} />
    </>
  );
}

export function DeleteDialog({ activity, onClose }: DialogProps<ProcessingActivity>) {
  const remove = useDeleteActivity();
  return (
    <ConfirmDialog
      question="Remover esta atividade?"
      action="Remover"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(ownOf(activity), { onSettled: onClose })}
      onClose={onClose}
    >
      <strong className="text-ink font-medium">{activity.name}</strong> sai do registro. A versão de agora
      fica no histórico, de onde você pode restaurá-la.
    </ConfirmDialog>
  );
}

/** Returns the fields that the company edits. */
function ownOf(activity: ProcessingActivity): Required<OwnActivity> {
  const { name, purpose, legal_basis, data, people, recipients, retention, security, note } = activity;
  return { name, purpose, legal_basis, data, people, recipients, retention, security, note };
}
