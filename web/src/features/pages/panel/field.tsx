/** The form field for a part of a page's content. Its control decides which inputs it has. */
import { memo } from "react";

import type { Control } from "@/api/types";
import { Field, SelectField, TextArea } from "@/panel/form/field";
import { inOneLine, withoutLineBreaks } from "@/panel/form/one-line";
import { blankVariant, fieldsOf, isScalar, plain, problemOf } from "./control";
import { at, below, type Json } from "./json-path";
import { ListField } from "./list-field";
import type { Problems, Update } from "./use-page-editor";

export interface FieldProps {
  control: Control;
  label: string;
  hint: string | null;
  path: string;
  value: Json;
  problems: Problems;
  update: Update;
}

export const PageField = memo(function PageField(props: FieldProps) {
  const { control, label, hint } = props;
  if (control.kind === "list") return <ListField {...props} control={control} />;
  if (isScalar(control)) return <Scalar {...props} />;
  return (
    <fieldset className="border-line grid min-w-0 grid-cols-1 gap-4 border-l-2 pl-3">
      <legend className="contents">
        <span className="block text-sm font-semibold">{label}</span>
      </legend>
      {hint && <p className="text-muted -mt-2 text-xs">{hint}</p>}
      <Fields {...props} />
    </fieldset>
  );
});

/** The fields of a group or of a variant. For a variant, the first field chooses its kind. */
export function Fields({ control, path, value, problems, update }: Omit<FieldProps, "label" | "hint">) {
  return (
    <>
      {control.kind === "variant" && (
        <SelectField
          label="Tipo"
          data-path={below(path, "kind")}
          value={plain(at(value, "kind"))}
          onChange={({ target }) => update(path, () => blankVariant(control, target.value))}
        >
          {control.variants.map((variant) => (
            <option key={variant.value} value={variant.value}>
              {variant.label}
            </option>
          ))}
        </SelectField>
      )}
      {fieldsOf(control, value).map((field) => (
        <PageField
          key={field.name}
          control={field.control}
          label={field.label}
          hint={field.hint}
          path={below(path, field.name)}
          value={at(value, field.name)}
          problems={problems}
          update={update}
        />
      ))}
    </>
  );
}

function Scalar({ control, label, hint, path, value, problems, update }: FieldProps) {
  const common = {
    label,
    ...(hint && { hint }),
    error: problemOf(control, value) ?? problems[path],
    "data-path": path,
  };
  const text = typeof value === "string" ? value : "";
  const set = (next: Json) => update(path, () => next);
  switch (control.kind) {
    case "text":
      return (
        <TextArea
          {...common}
          ref={withoutLineBreaks}
          value={text}
          // Pages show a text without line breaks.
          onChange={({ target }) => set(inOneLine(target.value))}
        />
      );
    case "choice":
      return (
        <SelectField {...common} value={text} onChange={({ target }) => set(target.value)}>
          {control.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      );
    case "number":
      return (
        <SelectField {...common} value={plain(value)} onChange={({ target }) => set(Number(target.value))}>
          {Array.from({ length: control.max - control.min + 1 }, (_, index) => (
            <option key={index}>{control.min + index}</option>
          ))}
        </SelectField>
      );
    case "day":
      return <Field {...common} type="date" value={text} onChange={({ target }) => set(target.value)} />;
    default:
      return (
        <Field
          {...common}
          autoComplete="off"
          {...(control.kind === "address" && { inputMode: "url", placeholder: "/contato" })}
          value={text}
          onChange={({ target }) => set(target.value)}
        />
      );
  }
}
