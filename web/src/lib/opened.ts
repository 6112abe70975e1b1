/** A record as it was opened. */
export interface Opened<Value> {
  value: Value;
  /** Identifies its version in conditional changes. */
  etag: string | null;
}
