/** The part of `islands.ts` that needs React. */
import type { ComponentType } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

/** Hydrates a component at once, so that no event is lost between the load of its script and its hydration. */
export function hydrate(container: Element, Component: ComponentType<object>, props: object): void {
  flushSync(() => hydrateRoot(container, <Component {...props} />));
}
