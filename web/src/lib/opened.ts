/** A record as it was when somebody opened it. */
export interface Opened<Value> {
  value: Value;
  /** Of the version it has, which a change depends on. */
  etag: string | null;
}
