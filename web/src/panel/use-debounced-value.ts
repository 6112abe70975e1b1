import { useEffect, useState } from "react";

const DELAY_MS = 180;

/** Returns the value once it hasn't changed for a while. */
export function useDebouncedValue<Value>(value: Value, delayMs = DELAY_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
