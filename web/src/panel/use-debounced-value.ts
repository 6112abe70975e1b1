import { useEffect, useState } from "react";

const DEBOUNCE_MS = 180;

/** Returns `value` once it hasn't changed for `delayMs`, and the previous value until then. */
export function useDebouncedValue<Value>(value: Value, delayMs = DEBOUNCE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
