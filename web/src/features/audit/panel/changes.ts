/** What changed, field by field, ready to be laid side by side. */
import type { AuditEvent } from "@/api/types";
import type { Change } from "@/panel/edit/change-table";
import { fieldName, valueText } from "./words";

export function changesOf({ before, after }: AuditEvent): Change[] {
  const paths = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...paths].map((path) => ({
    path,
    field: fieldName(path),
    before: valueText(path, before?.[path]),
    after: valueText(path, after?.[path]),
  }));
  // A field that holds nothing is no news of a record that was made or deleted.
  return changes.filter((change) => change.before !== "" || change.after !== "");
}
