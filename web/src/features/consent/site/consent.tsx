/** Asks for consent and loads the trackers that the visitor has agreed to. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import type { ConsentCategory, ConsentNotice as Notice } from "@/api/types";
import { blockSending } from "./block-sending";
import { asksForPrivacy, type Choice, newChoice, readChoice, send, store } from "./choice";
import { ConsentNotice } from "./consent-notice";
import { deleteTracesOfOthers } from "./traces";

type View = "question" | "choices" | null;

/** Fragment of the links to the preferences on pages without this notice. */
const PREFERENCES = "#preferencias-de-cookies";
/** Key in the state of the history entry, which a reload keeps: consent was withdrawn before the reload. */
const WITHDRAWN = "consentWithdrawn";
/** Time in milliseconds after which the message about a choice disappears. */
const MESSAGE_MS = 8_000;
/** Events after which another tab may have stored a choice. */
const EVENTS = ["storage", "resume", "visibilitychange", "pageshow"];

export function Consent({ notice }: { notice: Notice }) {
  const [choice, setChoice] = useState<Choice | null>(() => readChoice(notice, new Date()));
  const [view, setView] = useState<View>(() => (choice || asksForPrivacy() ? null : "question"));
  const region = useRef<HTMLElement>(null);
  const [message, setMessage] = useMessage(notice);
  const isRefusedBySignal = !choice && asksForPrivacy();
  const canClose = choice !== null || isRefusedBySignal;
  useTrackers(notice, choice);
  useChoiceElsewhere(() => {
    const stored = readChoice(notice, new Date());
    // The other tab may only have stored that the choice was sent. Open preferences stay open then.
    if (stored?.id !== choice?.id) change(stored);
  });
  useFooterLink(() => setView("choices"));
  useFragment(() => setView("choices"));
  useSpaceBelow(region, view);
  useFocus(region, view);

  function change(next: Choice | null): void {
    const isWithdrawn = choice?.categories.some((category) => !next?.categories.includes(category));
    if (isWithdrawn) {
      // Only a reload stops running scripts. Until then, and while they are unloaded, they can't send.
      blockSending();
      deleteTracesOfOthers(agreedTrackers(notice, next).map(({ name }) => name));
      history.replaceState({ ...(history.state as object | null), [WITHDRAWN]: true }, "");
      location.reload();
    } else if (next) {
      setChoice(next);
      setView(null);
    }
  }

  function choose(categories: readonly ConsentCategory[]): void {
    const next = newChoice(notice, categories, new Date());
    store(next);
    void send(next);
    setView(null);
    setMessage(notice.texts.choices.saved);
    change(next);
  }

  return (
    <>
      {view && (
        <ConsentNotice
          ref={region}
          notice={notice}
          showsChoices={view === "choices"}
          agreed={choice?.categories ?? []}
          code={choice?.id ?? ""}
          isRefusedBySignal={isRefusedBySignal}
          canClose={canClose}
          onChoose={choose}
          onOpenChoices={() => setView("choices")}
          onClose={() => setView(canClose ? null : "question")}
        />
      )}
      <p role="status" className="consent-status">
        {view ? "" : message}
      </p>
    </>
  );
}

/** The message about the last choice, which disappears after some seconds. After a reload, it says what a withdrawal deleted. */
function useMessage({ texts }: Notice) {
  const [message, setMessage] = useState("");
  const showWithdrawal = useEffectEvent(() => {
    const state = history.state as Record<string, unknown> | null;
    if (!state?.[WITHDRAWN]) return;
    history.replaceState({ ...state, [WITHDRAWN]: undefined }, "");
    setMessage(texts.choices.withdrawn);
  });
  useEffect(() => {
    // Screen readers announce a text that is added to the region, not one that the region begins with.
    const timer = setTimeout(() => showWithdrawal(), 100);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setMessage(""), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
}

const agreedTrackers = (notice: Notice, choice: Choice | null) =>
  notice.trackers.filter(({ category }) => choice?.categories.includes(category));

/** Loads the trackers that the visitor agreed to, and sends the stored choice to the ledger unless that was done before. */
function useTrackers(notice: Notice, choice: Choice | null): void {
  useEffect(() => {
    const agreed = agreedTrackers(notice, choice);
    deleteTracesOfOthers(agreed.map(({ name }) => name));
    if (agreed.length > 0) void import("./trackers").then(({ loadTrackers }) => loadTrackers(agreed));
  }, [notice, choice]);
  useEffect(() => {
    const stored = readChoice(notice, new Date());
    if (stored) void send(stored);
  }, [notice]);
}

/**
 * Calls `onChange` when another tab may have stored a choice: also when the page is shown again, because frozen pages and pages
 * in the back/forward cache get the event `storage` late or never. As capturing listeners on `window`, these run before the
 * trackers' listeners.
 */
function useChoiceElsewhere(onChange: () => void): void {
  const read = useEffectEvent(onChange);
  useEffect(() => {
    const listener = () => read();
    for (const name of EVENTS) addEventListener(name, listener, true);
    return () => {
      for (const name of EVENTS) removeEventListener(name, listener, true);
    };
  }, []);
}

/** Makes the footer's link open the preferences. The link is hidden until this script runs. */
function useFooterLink(open: () => void): void {
  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest("[data-consent-link]")) open();
  });
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["consent"] = "";
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, []);
}

/** Calls `open` when the page is opened at the fragment of the preferences. Removes it, so that a reload doesn't open them again. */
function useFragment(open: () => void): void {
  const onFragment = useEffectEvent(() => {
    if (location.hash !== PREFERENCES) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    open();
  });
  useEffect(() => {
    const listener = () => onFragment();
    listener();
    addEventListener("hashchange", listener);
    return () => removeEventListener("hashchange", listener);
  }, []);
}

/** Reserves space at the end of the page, so that the notice covers neither its end nor a focused element. */
function useSpaceBelow(region: { current: HTMLElement | null }, view: View): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const notice = region.current;
    if (!notice) return;
    const observer = new ResizeObserver(() =>
      style.setProperty("--consent-height", `${notice.offsetHeight}px`),
    );
    observer.observe(notice);
    return () => {
      observer.disconnect();
      style.removeProperty("--consent-height");
    };
  }, [region, view]);
}

/**
 * Moves the focus to the preferences when they open, and back to the control that opened them when they close. After the question
 * was answered, the page's content gets the focus.
 */
function useFocus(region: { current: HTMLElement | null }, view: View): void {
  const previous = useRef<View>(view);
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const from = previous.current;
    previous.current = view;
    if (view === from) return;
    if (view === "choices") {
      opener.current = from === null ? document.activeElement : null;
      region.current?.querySelector<HTMLElement>("#consent-title")?.focus();
    } else if (view === "question") {
      region.current?.querySelector<HTMLElement>("[data-consent-choose]")?.focus();
    } else if (opener.current instanceof HTMLElement) {
      opener.current.focus();
    } else if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    }
  }, [region, view]);
}
