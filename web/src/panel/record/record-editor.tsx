/**
 * A window in which a record of a kind is created or edited, with local draft, conflicts, and server errors beside the
 * fields: `<RecordEditor kind={REDIRECT} value={redirect} blank={BLANK} …>{(form) => <Fields form={form} />}</RecordEditor>`
 */
import { type ReactNode, useRef } from "react";
import { type FieldValues, type Path, type Resolver, useForm, type UseFormReturn } from "react-hook-form";

import { ApiError } from "@/api/api-error";
import type { Versioned } from "@/lib/versioned";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { type FormEditor, useNewRecordForm, useRecordForm } from "@/panel/edit/use-record-form";
import { useCreate, useSave } from "./changes";
import { focusRecord } from "./focus";
import type { ListedRecord, StoredKind } from "./kind";
import { OpenedRecord } from "./loading";

export interface RecordEditorProps<Value extends ListedRecord, Fields extends FieldValues> {
  kind: StoredKind<Value, Fields>;
  title: string;
  size?: "small" | "editor";
  /** Null for a new record. */
  value: Value | null;
  /** Group of a new record. */
  group?: string | null;
  /** Name of the local draft of a new record. */
  draftName: string;
  /** Fields of a new record. */
  blank: Fields;
  resolver: Resolver<Fields>;
  /** Returns the form's name of a field that the server refused; the same name by default. */
  fieldOf?: (name: string) => string;
  onClose: () => void;
  /** Draws the fields; `id` is null for a new record. */
  children: (form: UseFormReturn<Fields>, id: string | null) => ReactNode;
}

export function RecordEditor<Value extends ListedRecord, Fields extends FieldValues>(
  props: RecordEditorProps<Value, Fields>,
) {
  const { kind, title, size = "editor", value, onClose } = props;
  const focusOn = useRef(value?.id);
  return (
    <EditorDialog
      title={title}
      size={size}
      onClose={onClose}
      onClosed={() => focusRecord(focusOn.current, kind.key)}
    >
      {value ? (
        <OpenedRecord kind={kind} id={value.id} onClose={onClose} className="px-5 py-5">
          {(opened) => <KnownRecord {...props} opened={opened} />}
        </OpenedRecord>
      ) : (
        <NewRecord
          {...props}
          onCreated={({ id }) => {
            focusOn.current = id;
            onClose();
          }}
        />
      )}
    </EditorDialog>
  );
}

interface NewRecordProps<Value extends ListedRecord, Fields extends FieldValues> extends RecordEditorProps<
  Value,
  Fields
> {
  onCreated: (value: Value) => void;
}

function NewRecord<Value extends ListedRecord, Fields extends FieldValues>(
  props: NewRecordProps<Value, Fields>,
) {
  const { kind, group = null, draftName, blank, resolver, onCreated } = props;
  const create = useCreate(kind);
  const form = useForm<Fields>({ resolver, defaultValues: blank as never });
  const editor = useNewRecordForm(draftName, form, create.isPending);
  const submit = (fields: Fields) =>
    create.mutate(
      { fields, group },
      {
        onSuccess: (created) => {
          editor.removeDraft();
          onCreated(created);
        },
        onError: (error) => showFieldErrors(error, props, form),
      },
    );
  return <Frame {...props} form={form} id={null} editor={editor} action="Adicionar" onSubmit={submit} />;
}

interface KnownRecordProps<Value extends ListedRecord, Fields extends FieldValues> extends RecordEditorProps<
  Value,
  Fields
> {
  opened: Versioned<Value>;
}

function KnownRecord<Value extends ListedRecord, Fields extends FieldValues>(
  props: KnownRecordProps<Value, Fields>,
) {
  const { kind, opened, resolver, onClose } = props;
  const save = useSave(kind);
  const form = useForm<Fields>({ resolver, defaultValues: kind.fieldsOf(opened.value) as never });
  const editor = useRecordForm({
    kind,
    opened,
    form,
    send: save.mutateAsync,
    onSaved: onClose,
    onRefused: (error) => showFieldErrors(error, props, form),
  });
  return (
    <Frame
      {...props}
      form={form}
      id={opened.value.id}
      editor={editor}
      action="Salvar"
      onSubmit={editor.submit}
    />
  );
}

interface FrameProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  id: string | null;
  editor: FormEditor;
  action: string;
  onSubmit: (fields: Fields) => void;
  children: (form: UseFormReturn<Fields>, id: string | null) => ReactNode;
}

function Frame<Fields extends FieldValues>(props: FrameProps<Fields>) {
  const { form, id, editor, action, onSubmit, children } = props;
  const leave = useLeaving(form.formState.isDirty, editor.removeDraft);
  return (
    <EditorFrame
      layout="dialog"
      editor={editor}
      action={action}
      onSave={() => void form.handleSubmit(onSubmit as never)()}
      onCancel={leave}
    >
      {children(form, id)}
    </EditorFrame>
  );
}

function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  { fieldOf = (name) => name }: Pick<RecordEditorProps<ListedRecord, Fields>, "fieldOf">,
  form: UseFormReturn<Fields>,
): void {
  if (!(error instanceof ApiError)) return;
  Object.entries(error.fields).forEach(([name, message], index) =>
    form.setError(fieldOf(name) as Path<Fields>, { message }, { shouldFocus: index === 0 }),
  );
}
