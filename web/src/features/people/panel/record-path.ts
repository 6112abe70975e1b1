import { panelPaths } from "@/lib/paths";

/** Paths of the screens that show a person's records, by kind of record. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  account: panelPaths.user,
  audit_events: (id) => panelPaths.auditEvent(Number(id)),
  contacts: panelPaths.contact,
  files: panelPaths.picture,
  notes: panelPaths.contact,
  replies: panelPaths.contact,
};

/** Returns the path of the screen that shows a record; null if no screen does. */
export function recordPath(kind: string, id: string | null): string | null {
  return id === null ? null : (PATHS[kind]?.(id) ?? null);
}
