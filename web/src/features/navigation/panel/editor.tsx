/** The window that edits a menu item or a footer section, with a preview of the site. */
import { type ReactNode, useRef } from "react";
import {
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
  useWatch,
} from "react-hook-form";

import { ApiError } from "@/api/api-error";
import type { NavigationDraft } from "@/api/types";
import type { Versioned } from "@/lib/versioned";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { EditorFrame } from "@/panel/edit/editor-frame";
import { type FormEditor, useNewRecordForm, useRecordForm } from "@/panel/edit/use-record-form";
import { useCreate, useSave } from "@/panel/record/changes";
import { focusRecord } from "@/panel/record/focus";
import type { ListedKind, ListedRecord } from "@/panel/record/kind";
import { OpenedRecord } from "@/panel/record/loading";
import { type PreviewPart, SitePreview } from "./site-preview";

interface NavigationEditorProps<Value extends ListedRecord, Fields extends FieldValues> {
  kind: ListedKind<Value, Fields>;
  title: string;
  /** Null for a new record. */
  value: Value | null;
  /** Group of a new record. */
  group: string | null;
  /** Name of the local draft of a new record. */
  draftName: string;
  blank: Fields;
  resolver: Resolver<Fields>;
  /** Returns what the preview shows; `id` is null for a new record. */
  preview: (typed: Fields, id: string | null) => NavigationDraft;
  part: PreviewPart;
  onClose: () => void;
  /** Draws the fields. */
  children: (form: UseFormReturn<Fields>, typed: Fields) => ReactNode;
}

export function NavigationEditor<Value extends ListedRecord, Fields extends FieldValues>(
  props: NavigationEditorProps<Value, Fields>,
) {
  const { kind, title, value, onClose } = props;
  const focusOn = useRef(value?.id);
  return (
    <EditorDialog title={title} onClose={onClose} onClosed={() => focusRecord(focusOn.current, kind.key)}>
      {value ? (
        <OpenedRecord kind={kind} id={value.id} onClose={onClose} className="px-5 py-5">
          {(opened) => <SavedRecord {...props} opened={opened} />}
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

interface NewRecordProps<
  Value extends ListedRecord,
  Fields extends FieldValues,
> extends NavigationEditorProps<Value, Fields> {
  onCreated: (value: Value) => void;
}

function NewRecord<Value extends ListedRecord, Fields extends FieldValues>(
  props: NewRecordProps<Value, Fields>,
) {
  const { kind, group, draftName, blank, resolver, onCreated } = props;
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
        onError: (error) => showFieldErrors(error, form),
      },
    );
  return <Frame {...props} form={form} id={null} editor={editor} action="Adicionar" onSubmit={submit} />;
}

interface SavedRecordProps<
  Value extends ListedRecord,
  Fields extends FieldValues,
> extends NavigationEditorProps<Value, Fields> {
  opened: Versioned<Value>;
}

function SavedRecord<Value extends ListedRecord, Fields extends FieldValues>(
  props: SavedRecordProps<Value, Fields>,
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
    onRefused: (error) => showFieldErrors(error, form),
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

interface FrameProps<Fields extends FieldValues> extends Pick<
  NavigationEditorProps<never, Fields>,
  "preview" | "part" | "children"
> {
  form: UseFormReturn<Fields>;
  id: string | null;
  editor: FormEditor;
  action: string;
  onSubmit: (fields: Fields) => void;
}

function Frame<Fields extends FieldValues>(props: FrameProps<Fields>) {
  const { form, id, editor, action, preview, part, onSubmit, children } = props;
  const typed = useWatch({ control: form.control }) as Fields;
  const leave = useLeaving(form.formState.isDirty, editor.removeDraft);
  return (
    <EditorFrame
      layout="dialog"
      editor={editor}
      action={action}
      onSave={() => void form.handleSubmit(onSubmit as never)()}
      onCancel={leave}
    >
      <div className="grid gap-4">{children(form, typed)}</div>
      <SitePreview draft={preview(typed, id)} part={part} />
    </EditorFrame>
  );
}

function showFieldErrors<Fields extends FieldValues>(error: unknown, form: UseFormReturn<Fields>): void {
  if (!(error instanceof ApiError)) return;
  Object.entries(error.fields).forEach(([name, message], index) =>
    form.setError(fieldOf(name) as Path<Fields>, { message }, { shouldFocus: index === 0 }),
  );
}

/** Returns the form's name of a server field: `content.links.0.url` is the link of the first line. */
export function fieldOf(name: string): string {
  return name.replace(/^content\./, "").replace(/(^|\.)url$/, "$1link");
}
