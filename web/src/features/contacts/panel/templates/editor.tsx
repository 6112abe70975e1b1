/** The dialog that creates or edits a template of a reply. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type UseFormReturn, useWatch } from "react-hook-form";

import type { ReplyTemplate } from "@/api/types";
import { FormField, TextArea } from "@/panel/form/field";
import { RecordEditor } from "@/panel/record/record-editor";
import { PLACEHOLDERS, TEMPLATE, type TemplateFields, templateSchema, unknownProblem } from "./record";

interface TemplateEditorProps {
  /** The template to edit; null to create one. */
  template: ReplyTemplate | null;
  onClose: () => void;
}

const BLANK = { name: "", text: "" };

export function TemplateEditor({ template, onClose }: TemplateEditorProps) {
  return (
    <RecordEditor
      kind={TEMPLATE}
      title={template ? "Editar modelo" : "Novo modelo"}
      size="small"
      value={template}
      draftName={`${TEMPLATE.key}:new`}
      blank={BLANK}
      resolver={zodResolver(templateSchema)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField
            form={form}
            name="name"
            label={TEMPLATE.labels.name}
            hint="Como a equipe o escolhe ao responder."
            data-autofocus
          />
          <TextArea
            label={TEMPLATE.labels.text}
            rows={9}
            error={form.formState.errors.text?.message}
            {...form.register("text")}
          />
          <UnknownPlaceholders form={form} />
          <dl className="text-muted grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
            {PLACEHOLDERS.map(([placeholder, meaning]) => (
              <div key={placeholder} className="contents">
                <dt className="font-mono">{placeholder}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </RecordEditor>
  );
}

/** Warns about a typing error in a placeholder while the template is written. */
function UnknownPlaceholders({ form }: { form: UseFormReturn<TemplateFields> }) {
  const problem = unknownProblem(useWatch({ control: form.control, name: "text" }));
  return (
    <p role="status" className="text-warning text-sm empty:hidden">
      {!form.formState.errors.text && problem}
    </p>
  );
}
