/** A value with the version of its record that it was read from. */
export interface Versioned<Value> {
  value: Value;
  /** Entity tag of the version, which a conditional change sends as `If-Match`. */
  etag: string | null;
}

/** Returns the version number of an entity tag such as `"3"`, or -1 without one. */
export function versionOf({ etag }: Versioned<unknown>): number {
  return Number(etag?.replaceAll('"', "") ?? -1);
}
