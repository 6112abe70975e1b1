/** What the browser keeps for us, where it does: people may forbid it, and then even looking there throws. */
export const local = guard(() => localStorage);
/** For this tab only. */
export const tab = guard(() => sessionStorage);

function guard(find: () => Storage) {
  const read = (key: string): string | null => attempt(() => find().getItem(key));
  return {
    read,
    /** Nothing where nothing was kept, or no JSON. */
    readJson: (key: string) => attempt((): unknown => JSON.parse(read(key) ?? "null")),
    write: (key: string, text: string): void => void attempt(() => find().setItem(key, text)),
    remove: (key: string): void => void attempt(() => find().removeItem(key)),
    /** The names of all that is kept. */
    keys: (): string[] => attempt(() => Object.keys(find())) ?? [],
  };
}

function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
