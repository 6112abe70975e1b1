/** The dialog that edits a menu item or a footer section, with a preview of the site. */
import type { ReactNode } from "react";
import { type FieldValues, type UseFormReturn, useWatch } from "react-hook-form";

import type { UnsavedNavigation } from "@/api/types";
import type { ListedRecord } from "@/panel/record/kind";
import { RecordEditor, type RecordEditorProps } from "@/panel/record/record-editor";
import { SitePreview } from "./site-preview";
import type { PreviewPart } from "./use-frame";

interface PreviewProps<Fields extends FieldValues> {
  /** Returns the unsaved changes that the preview shows; `id` is null for a new record. */
  preview: (typed: Fields, id: string | null) => UnsavedNavigation;
  part: PreviewPart;
  /** Draws the fields. */
  children: (form: UseFormReturn<Fields>, typed: Fields) => ReactNode;
}

type NavigationEditorProps<Item extends ListedRecord, Fields extends FieldValues> = Omit<
  RecordEditorProps<Item, Fields>,
  "children" | "fieldOf"
> &
  PreviewProps<Fields>;

export function NavigationEditor<Item extends ListedRecord, Fields extends FieldValues>({
  preview,
  part,
  children,
  ...editor
}: NavigationEditorProps<Item, Fields>) {
  return (
    <RecordEditor {...editor} fieldOf={fieldOf}>
      {(form, id) => (
        <FieldsWithPreview form={form} id={id} preview={preview} part={part}>
          {children}
        </FieldsWithPreview>
      )}
    </RecordEditor>
  );
}

interface FieldsWithPreviewProps<Fields extends FieldValues> extends PreviewProps<Fields> {
  form: UseFormReturn<Fields>;
  id: string | null;
}

function FieldsWithPreview<Fields extends FieldValues>(props: FieldsWithPreviewProps<Fields>) {
  const { form, id, preview, part, children } = props;
  const typed = useWatch({ control: form.control }) as Fields;
  return (
    <>
      <div className="grid gap-4">{children(form, typed)}</div>
      <SitePreview unsaved={preview(typed, id)} part={part} />
    </>
  );
}

/** Returns the name of the form's field for a field in the server's errors: 'links.0.link' for `content.links.0.url`. */
export function fieldOf(name: string): string {
  return name.replace(/^content\./, "").replace(/(^|\.)url$/, "$1link");
}
