/** The part of `islands.ts` that needs React. */
import { Component, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";

/** Hydrates a component at once, so that no event is lost between the load of its script and its hydration. */
export function hydrate(container: Element, Island: ComponentType<object>, props: object): void {
  const original = container.cloneNode(true);
  const controls = controlsOf(container);
  const focused = document.activeElement;
  // Translators and password managers change the HTML. React then replaces it.
  const onRecoverableError = () => undefined;
  const root = (
    <Recovery
      onMount={() => carryOver(controls, controlsOf(container), focused)}
      onFailure={() => {
        container.append(...original.childNodes);
        carryOver(controls, controlsOf(container), focused);
      }}
    >
      <Island {...props} />
    </Recovery>
  );
  flushSync(() => hydrateRoot(container, root, { onRecoverableError }));
}

const MAX_FAILURES = 3;

interface RecoveryProps {
  /** Called before the effects of the children. */
  onMount: () => void;
  /** Called if the children can't be shown. */
  onFailure: () => void;
  children: ReactNode;
}

/** Shows its children again after a failure, which a translator causes if it moves a text that React then removes. */
class Recovery extends Component<RecoveryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  #failures = 0;

  override componentDidMount() {
    if (!this.state.hasFailed) this.props.onMount();
  }

  override componentDidCatch() {
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES) this.setState({ hasFailed: false });
    else this.props.onFailure();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

const controlsOf = (container: Element) => [
  ...container.querySelectorAll<HTMLElement>("a, button, details, form, input, select, summary, textarea"),
];

/** Copies what visitors have entered, opened and focused from replaced elements to their replacements. */
function carryOver(replaced: HTMLElement[], candidates: HTMLElement[], focused: Element | null): void {
  if (replaced.every((element) => element.isConnected)) return;
  for (const element of replaced) {
    const index = candidates.findIndex((candidate) => keyOf(candidate) === keyOf(element));
    const [next] = index < 0 ? [] : candidates.splice(index, 1);
    if (!next) continue;
    copyState(element, next);
    window.early = window.early?.map((early) => (early === element ? (next as typeof early) : early));
    if (element === focused) next.focus();
  }
}

/** Returns what an element and its replacement have in common. Extensions add classes to fields. */
function keyOf(element: HTMLElement): string {
  const name = element.getAttribute("name");
  const choice = element.matches("[type=radio]") ? element.getAttribute("value") : "";
  return [element.tagName, element.id, name ?? element.className, choice].join();
}

function copyState(from: HTMLElement, to: HTMLElement): void {
  for (const property of ["checked", "files", "open", "value"]) {
    const value: unknown = Reflect.get(from, property);
    if (value !== Reflect.get(to, property)) Reflect.set(to, property, value);
  }
  if (from.dataset["sent"]) to.dataset["sent"] = from.dataset["sent"];
}
