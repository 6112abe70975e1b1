/**
 * The form of a record, with a local draft, conflicts, Ctrl+S, a question before input is lost, and server errors beside the
 * fields: `<RecordForm kind={MEDIA} opened={record} send={save.mutateAsync} …>{(form) => <Fields form={form} />}</RecordForm>`
 */
import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type SubmitErrorHandler,
  useForm,
  type UseFormReturn,
} from "react-hook-form";

import { isNotFound } from "@/api/error-checks";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useLeaving } from "./editor-dialog";
import { DeletedNotice, EditorFrame } from "./editor-frame";
import { type FormEditor, type RecordFormOptions, useNewRecordForm, useRecordForm } from "./use-record-form";

interface FormProps<Fields extends FieldValues> {
  /** Fills an EditorDialog (`dialog`), is part of a dialog or screen that scrolls (`inline`), or is a screen itself (`page`). */
  layout: "dialog" | "inline" | "page";
  resolver: Resolver<Fields>;
  /** Shows why the server refused the input; by default, shows the errors of fields beside them. */
  showErrors?: ((error: unknown, form: UseFormReturn<Fields>) => void) | undefined;
  onInvalid?: SubmitErrorHandler<Fields>;
  /** Called by 'Cancelar'. By default, 'Cancelar' closes the EditorDialog of a `dialog` and is missing in other layouts. */
  onCancel?: () => void;
  /** Further buttons beside the one that saves. */
  buttons?: ReactNode;
  /** Draws the fields. */
  children: (form: UseFormReturn<Fields>) => ReactNode;
}

interface NewRecordFormProps<Value, Fields extends FieldValues> extends FormProps<Fields> {
  /** Label of the button that saves. */
  action: string;
  /** Name of the local draft; null for forms with secrets, which are never stored. */
  draftName: string | null;
  blank: Fields;
  create: UseMutationResult<Value, Error, Fields>;
  onCreated: (value: Value) => void;
}

export function NewRecordForm<Value, Fields extends FieldValues>(props: NewRecordFormProps<Value, Fields>) {
  const { draftName, blank, resolver, create, onCreated, showErrors = showFieldErrors } = props;
  const form = useForm<Fields>({ resolver, defaultValues: blank as DefaultValues<Fields> });
  const editor = useNewRecordForm(draftName, form, create.isPending);
  const leaving = useLeaving(form.formState.isDirty, editor.removeDraft);
  const isSent = useRef(false);
  const submit = (fields: Fields) => {
    // A second click may come before the pending state is rendered, or before the form has closed.
    if (isSent.current) return;
    isSent.current = true;
    create.mutate(fields, {
      onSuccess: (created) => {
        editor.removeDraft();
        leaving.forget();
        onCreated(created);
      },
      onError: (error) => {
        isSent.current = false;
        showErrors(error, form);
      },
    });
  };
  return <Frame {...props} form={form} editor={editor} leave={leaving.leave} onSubmit={submit} />;
}

type RecordFormProps<Value extends { id: string }, Fields extends FieldValues> = FormProps<Fields> &
  Omit<RecordFormOptions<Value, Fields>, "form" | "onRefused"> & {
    /** Whether another person has deleted the record, if that is known before saving. */
    isDeleted?: boolean;
    /** Called instead of saving, for example to ask first. Calls `save` to save. */
    beforeSave?: (fields: Fields, save: () => void) => void;
    /** Restores the record after another person has deleted it. Missing if that is impossible. */
    restore?: UseMutationResult<unknown, Error, Value>;
  };

export function RecordForm<Value extends { id: string }, Fields extends FieldValues>(
  props: RecordFormProps<Value, Fields>,
) {
  const { kind, opened, resolver, send, restore, beforeSave, onSaved, showErrors = showFieldErrors } = props;
  const [isMissing, setMissing] = useState(false);
  const form = useForm<Fields>({
    resolver,
    defaultValues: kind.fieldsOf(opened.value) as DefaultValues<Fields>,
  });
  const { isDirty } = form.formState;
  const editor = useRecordForm({
    ...props,
    form,
    send: async (edit) => {
      const outcome = await send(edit);
      setMissing(false);
      return outcome;
    },
    onSaved:
      onSaved &&
      (() => {
        leaving.forget();
        onSaved();
      }),
    onRefused: (error) => {
      setMissing(isNotFound(error));
      showErrors(error, form);
    },
  });
  const leaving = useLeaving(isDirty, editor.removeDraft);
  return (
    <Frame
      {...props}
      form={form}
      editor={editor}
      action="Salvar"
      canSave={onSaved !== undefined || isDirty}
      leave={leaving.leave}
      onSubmit={(fields) => {
        const save = () => editor.submit(fields);
        if (beforeSave) beforeSave(fields, save);
        else save();
      }}
      notice={
        (isMissing || props.isDeleted) && (
          <DeletedNotice
            thisOne={kind.thisOne}
            isRestoring={restore?.isPending ?? false}
            onRestore={
              restore && (() => restore.mutate(opened.value, { onSuccess: () => setMissing(false) }))
            }
          />
        )
      }
    />
  );
}

interface FrameProps<Fields extends FieldValues> extends FormProps<Fields> {
  form: UseFormReturn<Fields>;
  editor: FormEditor;
  action: string;
  canSave?: boolean;
  notice?: ReactNode;
  leave: () => void;
  onSubmit: (fields: Fields) => void;
}

function Frame<Fields extends FieldValues>(props: FrameProps<Fields>) {
  const { layout, form, editor, action, canSave = true, notice, leave, onSubmit } = props;
  const { onInvalid, children, buttons, onCancel = layout === "dialog" ? leave : undefined } = props;
  return (
    <EditorFrame
      layout={layout}
      editor={editor}
      action={action}
      canSave={canSave}
      notice={notice}
      onSave={() => void form.handleSubmit(onSubmit as never, onInvalid)()}
      onCancel={onCancel}
      buttons={buttons}
    >
      {children(form)}
    </EditorFrame>
  );
}
