/** Texts, summaries, blank values and problems of a page's content. They depend on the control that the form has for a value. */
import type { Control, FormField } from "@/api/types";
import { tooLong } from "@/panel/form/text-schema";
import { formatDay } from "@/panel/format";
import { at, items, type Json } from "./json-path";

/** Returns the fields of a group, or of the value's variant; none for other controls. */
export function fieldsOf(control: Control, value: Json): readonly FormField[] {
  if (control.kind === "group") return control.fields;
  if (control.kind !== "variant") return [];
  return control.variants.find((variant) => variant.value === at(value, "kind"))?.fields ?? [];
}

/** Returns a value as readable text. */
export function textOf(control: Control, value: Json): string {
  switch (control.kind) {
    case "choice":
      return control.options.find((option) => option.value === value)?.label ?? plain(value);
    case "day":
      return typeof value === "string" && value !== "" ? formatDay(value) : "";
    case "group":
    case "variant":
      return fieldsOf(control, value)
        .map((field) => textOf(field.control, at(value, field.name)))
        .filter((text) => text !== "")
        .join("\n");
    case "list":
      return items(value)
        .map((item) => textOf(control.item.control, item))
        .join(isScalar(control.item.control) ? "\n" : "\n\n");
    default:
      return plain(value);
  }
}

/** Returns a text or a number as text; empty for other values. */
export function plain(value: Json): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the first texts of a list item, by which staff recognize it. */
export function summaryOf(control: Control, value: Json): string {
  const texts = (kinds: readonly Control["kind"][]) =>
    fieldsOf(control, value)
      .filter((field) => kinds.includes(field.control.kind))
      .map((field) => textOf(field.control, at(value, field.name)))
      .filter((text) => text !== "");
  const lines = texts(["line", "address"]).slice(0, 2);
  if (lines.length > 0) return lines.join(" · ");
  return texts(["text", "list"])[0]?.split("\n")[0] ?? "";
}

/** Returns whether a value is entered in a single field. */
export function isScalar({ kind }: Control): boolean {
  return kind !== "group" && kind !== "variant" && kind !== "list";
}

/** Returns the value with which a new list item starts. */
export function blankOf(control: Control): Json {
  switch (control.kind) {
    case "number":
      // The only numbers are ratings. A new one starts with the best.
      return control.max;
    case "choice":
      return control.options[0]?.value ?? "";
    case "list":
      return Array.from({ length: control.min }, () => blankOf(control.item.control));
    case "group":
      return blankFields(control.fields);
    case "variant":
      return blankVariant(control, control.variants[0]?.value ?? "");
    default:
      return "";
  }
}

/** Returns the value with which the variant `kind` starts. */
export function blankVariant(control: Control, kind: string): Json {
  return { kind, ...blankFields(fieldsOf(control, { kind })) };
}

function blankFields(fields: readonly FormField[]): { readonly [key: string]: Json } {
  return Object.fromEntries(fields.map(({ name, control }) => [name, blankOf(control)]));
}

/** Returns the problem to show while the user types: a text over its limit. The server checks the rest. */
export function problemOf(control: Control, value: Json): string | undefined {
  const isText = control.kind === "line" || control.kind === "text" || control.kind === "address";
  if (!isText || typeof value !== "string" || Array.from(value).length <= control.max) return undefined;
  return tooLong(control.max);
}
