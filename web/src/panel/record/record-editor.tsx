/**
 * A dialog in which a record of a kind is created or edited:
 * `<RecordEditor kind={REDIRECT} value={redirect} blank={BLANK} …>{(form) => <Fields form={form} />}</RecordEditor>`
 */
import { type ReactNode, useRef } from "react";
import type { FieldValues, Resolver, UseFormReturn } from "react-hook-form";

import { EditorDialog } from "@/panel/edit/editor-dialog";
import { NewRecordForm, RecordForm } from "@/panel/edit/record-form";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useCreate, useRestore, useSave } from "./changes";
import { focusRecord } from "./focus";
import type { ListedRecord, StoredKind } from "./kind";
import { OpenedRecord } from "./loading";

export interface RecordEditorProps<Value extends ListedRecord, Fields extends FieldValues> {
  kind: StoredKind<Value, Fields>;
  title: string;
  size?: "small" | "editor";
  /** Null for a new record. */
  value: Value | null;
  /** Group that a new record is added to, such as a submenu; null if it has none. */
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
  const { kind, title, size = "editor", value, group = null, draftName, blank, onClose } = props;
  const { resolver, fieldOf, children } = props;
  const focusOn = useRef(value?.id);
  const create = useCreate(kind, group);
  const save = useSave(kind);
  const restore = useRestore(kind);
  const shared = {
    layout: "dialog" as const,
    resolver,
    showErrors: (error: unknown, form: UseFormReturn<Fields>) => showFieldErrors(error, form, fieldOf),
    children: (form: UseFormReturn<Fields>) => children(form, value?.id ?? null),
  };
  return (
    <EditorDialog
      title={title}
      size={size}
      onClose={onClose}
      onClosed={(returnFocus) => {
        returnFocus();
        if (focusOn.current !== undefined) focusRecord(focusOn.current, kind.key);
      }}
    >
      {value ? (
        <OpenedRecord kind={kind} id={value.id} onClose={onClose} className="px-5 py-5">
          {(opened) => (
            <RecordForm
              {...shared}
              kind={kind}
              opened={opened}
              send={save.mutateAsync}
              restore={restore}
              onSaved={onClose}
            />
          )}
        </OpenedRecord>
      ) : (
        <NewRecordForm
          {...shared}
          action="Adicionar"
          draftName={draftName}
          blank={blank}
          create={create}
          onCreated={({ id }) => {
            focusOn.current = id;
            onClose();
          }}
        />
      )}
    </EditorDialog>
  );
}
