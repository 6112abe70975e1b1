/** Previews of unsaved input that the server renders: `usePreview(fields, (settled) => postPreview(settled))` */
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useState } from "react";

import { useDebouncedValue } from "@/panel/use-debounced-value";

const DEBOUNCE_MS = 400;

/**
 * Renders the input when it hasn't changed for a moment. Returns the last preview, which remains while and if rendering fails,
 * and the error. A preview of another `part` isn't returned.
 */
export function usePreview<Input, Answer, Preview, Key extends QueryKey>(
  input: Input,
  query: (input: Input) => UseQueryOptions<Answer, Error, Preview, Key>,
  part = "",
): { preview: Preview | undefined; error: Error | null } {
  const settled = useDebouncedValue(JSON.stringify(input), DEBOUNCE_MS);
  const { data, error } = useQuery(query(JSON.parse(settled) as Input));
  const [shown, setShown] = useState({ part, preview: data });
  if (data !== undefined && data !== shown.preview) setShown({ part, preview: data });
  return { preview: shown.part === part ? shown.preview : undefined, error };
}
