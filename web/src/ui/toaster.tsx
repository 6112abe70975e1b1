/**
 * Messages in the corner, for the site and the panel. They have a separate React root, so that they can be added to any
 * page. Loaded by ui/toast and lib/notify with the first message.
 */
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { toast as sonner, Toaster } from "sonner";
// Inlined, because browsers don't retry a stylesheet that failed to load.
import sonnerCss from "sonner/dist/styles.css?inline";

import type { Toast, ToastLabels } from "./toast";
import ownCss from "./toaster.css?inline";

interface ActionableToast extends Omit<Toast, "kind"> {
  /** A message of the kind `loading` is shown until it is removed. */
  kind: Toast["kind"] | "loading";
  action?: { label: string; run: () => void } | undefined;
  /** Called when the user closes the message. */
  onDismiss?: (() => void) | undefined;
  /** Replaces an earlier message with the same key. */
  key?: string | undefined;
}

const DURATION_MS = 4000;
/** Longer, so that the user has time to use the action. */
const DURATION_WITH_ACTION_MS = 10_000;
/** Screen readers announce only text that is added to a region some time after the region itself. */
const REGION_SETTLES_MS = 100;

/** Screens on which dialogs open from below. */
const NARROW = matchMedia("(width < 40rem)");
/** Windows in which a bar leaves little space above it, such as over an on-screen keyboard. The style sheet has the same height. */
const LOW = matchMedia("(height < 32rem)");

/** Attribute of the root element that a bar of the panel sets (panel/feedback/clear-of-toasts.ts). */
const BAR = "data-toasts-above";

let mounted = false;

let lastId = 0;

/** Errors of failed attempts, which a success or the next attempt removes. Those of the panel have keys: lib/notify removes them. */
let failures: number[] = [];

function dismissFailures(): void {
  for (const id of failures) sonner.dismiss(id);
  failures = [];
}

/** The last focused element outside the messages. It gets the focus back when the button of a message is used. */
let focusOutside: HTMLElement = document.body;

const heading = () => document.querySelector<HTMLElement>("main h1");

function followFocus({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && !target.closest("[data-sonner-toaster]")) focusOutside = target;
}

/** Shows a message; returns the function that removes it. */
export function draw(toast: ActionableToast, labels: ToastLabels): () => void {
  const id = toast.key ?? (lastId += 1);
  let timer: number | undefined;
  if (mounted) {
    show(id, toast);
  } else {
    mount(labels);
    timer = window.setTimeout(() => show(id, toast), REGION_SETTLES_MS);
  }
  return () => {
    clearTimeout(timer);
    sonner.dismiss(id);
  };
}

function show(id: number | string, { kind, title, description, action, onDismiss }: ActionableToast): void {
  if (kind === "success") dismissFailures();
  if (kind === "error" && typeof id === "number") failures.push(id);
  sonner[kind](title, {
    id,
    description,
    ...(onDismiss && { onDismiss }),
    duration: action ? DURATION_WITH_ACTION_MS : DURATION_MS,
    // Also without an action, which removes that of a replaced message.
    action: action && {
      label: action.label,
      onClick: () => {
        (focusOutside.isConnected ? focusOutside : heading())?.focus();
        action.run();
      },
    },
  });
}

function mount(labels: ToastLabels): void {
  mounted = true;
  if (document.activeElement instanceof HTMLElement) focusOutside = document.activeElement;
  document.addEventListener("focusin", followFocus);
  document.addEventListener("submit", dismissFailures);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sonnerCss + ownCss);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  // A message sent before the component listens would be lost.
  flushSync(() => root.render(<Notices labels={labels} />));
}

function Notices({ labels }: { labels: ToastLabels }) {
  const position = useSyncExternalStore(watchLayout, positionNow);
  return (
    <Toaster
      closeButton
      containerAriaLabel={labels.notices}
      duration={DURATION_MS}
      hotkey={["altKey", "KeyT"]}
      position={position}
      mobileOffset={{ top: 8 }}
      theme="system"
      toastOptions={{ closeButtonAriaLabel: labels.dismiss_notice }}
      visibleToasts={3}
    />
  );
}

const positionNow = () => positionIn({ isNarrow: NARROW.matches, isLow: LOW.matches, hasBar: hasBar() });

interface Layout {
  isNarrow: boolean;
  isLow: boolean;
  hasBar: boolean;
}

/** Returns where messages cover the least. */
export function positionIn({ isNarrow, isLow, hasBar }: Layout) {
  // Over the name of a contact rather than over its text.
  if (hasBar) return isLow ? "top-right" : "bottom-right";
  // On phones, the buttons of dialogs and forms fill the bottom of the screen.
  return isNarrow ? "top-center" : "bottom-right";
}

/** Whether a bar at the bottom of the screen says how high it is, so that messages are shown above it. */
const hasBar = () => document.documentElement.hasAttribute(BAR);

function watchLayout(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: [BAR] });
  for (const media of [NARROW, LOW]) media.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    for (const media of [NARROW, LOW]) media.removeEventListener("change", changed);
  };
}
