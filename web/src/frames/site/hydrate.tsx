/** The part of `islands.ts` that needs React. */
import { type ComponentType, type ReactNode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

/** After these, the island is the server's HTML again, most of which works without scripts. */
const MAX_FAILURES = 3;

/** Properties that visitors change. */
const STATE = ["checked", "files", "open", "value"] as const;

/** Any element, with the properties of those that visitors change. */
type Control = HTMLInputElement & Partial<Record<"open", boolean>>;

/** Hydrates a component at once, so that no event is lost between the load of its script and its hydration. */
export function hydrate(container: Element, Component: ComponentType<object>, props: object): void {
  const original = [...container.childNodes];
  let elements: Control[] = [];
  let focused: Element | null = null;
  const remember = () => {
    elements = elementsOf(container);
    focused = document.activeElement;
  };
  const restore = () => carryOver(elements, elementsOf(container), focused);
  remember();
  const island = (
    <Mounted onMount={restore} onUnmount={remember}>
      <Component {...props} />
    </Mounted>
  );
  let failures = 0;
  flushSync(() => {
    const root = hydrateRoot(container, island, {
      // Translators and password managers change the HTML. React then replaces it.
      onRecoverableError: () => undefined,
      // A translator may have moved a text that React removes. React has then removed the whole island.
      onUncaughtError: (error) => {
        failures += 1;
        if (failures < MAX_FAILURES) root.render(island);
        else {
          container.append(...original);
          restore();
        }
        reportError(error);
      },
    });
  });
}

interface MountedProps {
  /** Called before the passive effects (`useEffect`) of the children. */
  onMount: () => void;
  /** Called before the elements of the children are removed. */
  onUnmount: () => void;
  children: ReactNode;
}

function Mounted({ onMount, onUnmount, children }: MountedProps) {
  useLayoutEffect(() => {
    onMount();
    return onUnmount;
  });
  return children;
}

const elementsOf = (container: Element) => [...container.querySelectorAll<Control>("*")];

/** Copies what visitors have entered, opened and focused from replaced elements to their replacements. */
function carryOver(replaced: Control[], candidates: Control[], focused: Element | null): void {
  if (replaced[0]?.isConnected) return;
  for (const element of replaced) {
    const next = candidates.find((candidate) => keyOf(candidate) === keyOf(element));
    if (!next) continue;
    candidates.splice(candidates.indexOf(next), 1);
    // A form has its fields as properties, which may have these names.
    for (const name of element.tagName === "FORM" ? [] : STATE) {
      if (element[name] !== next[name]) Object.assign(next, { [name]: element[name] });
    }
    // Also whether the browser has sent the form.
    Object.assign(next.dataset, element.dataset);
    window.early = window.early?.map((early) =>
      early === (element as Element) ? next : early,
    ) as typeof window.early;
    if (element === focused) next.focus();
  }
}

/** Returns what an element and its replacement have in common. Extensions add classes to fields, which have a name. */
const keyOf = ({ tagName, id, name, className, type, value }: Control) =>
  [tagName, id, name || className, type === "radio" && value].join();
