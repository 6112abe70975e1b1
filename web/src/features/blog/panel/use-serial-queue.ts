import { useRef } from "react";

/** One piece of work after the other: each begins once the one before is over, however it ended. */
export function useTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const turn = last.current.then(work);
    last.current = turn.catch(() => undefined);
    return turn;
  };
}
