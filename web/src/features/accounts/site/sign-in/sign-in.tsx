/** The island of the sign-in page. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { readSession } from "@/api/session";
import type { AuthView, LayoutLabels } from "@/api/types";
import { onPageShown } from "@/lib/page-shown";
import { paths } from "@/lib/paths";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";

type Tab = "sign_in" | "sign_up";

interface SignInProps extends AuthView {
  labels: LayoutLabels;
}

/** A button whose form or passkey is being sent. */
const BUSY = "[aria-disabled=true]";

/** The forms that sign in and sign up. A visitor with a session leaves the page. */
export function SignIn(props: SignInProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [visit, setVisit] = useState(0);
  useEffect(
    () =>
      onPageShown(() => {
        if (readSession()) location.replace(paths.home);
        // The page was left by signing in. The browser restores it as it was, with the password.
        else if (ref.current?.querySelector(BUSY)) setVisit((last) => last + 1);
      }),
    [],
  );
  return (
    <div ref={ref}>
      <Forms key={visit} {...props} />
    </div>
  );
}

/** The forms as tabs. */
function Forms({ content, password_min, typed, labels }: SignInProps) {
  // Only the sign-up form has a name field.
  const start: Tab = typed?.full_name == null ? "sign_in" : "sign_up";
  const [selected, select] = useState<Tab>(start);
  const [email, setEmail] = useState(typed?.email);
  const shared = {
    errors: content.errors,
    labels,
    showPassword: content.show_password,
  };
  const typedIn = (form: Tab) => (start === form ? (typed ?? undefined) : undefined);
  return (
    <>
      <TabList content={content} selected={selected} onSelect={select} />
      <TabPanel name="sign_in" selected={selected}>
        <SignInForm
          // Remounts the form with the email that already has an account.
          key={email}
          {...shared}
          text={content.sign_in}
          typed={typedIn("sign_in")}
          email={email}
        />
      </TabPanel>
      <TabPanel name="sign_up" selected={selected}>
        <SignUpForm
          {...shared}
          text={content.sign_up}
          passwordMin={password_min}
          typed={typedIn("sign_up")}
          onSignIn={(taken) => {
            setEmail(taken);
            select("sign_in");
          }}
        />
      </TabPanel>
    </>
  );
}

interface TabListProps {
  content: AuthView["content"];
  selected: Tab;
  onSelect: (tab: Tab) => void;
}

const TAB_KEYS: Partial<Record<string, Tab>> = {
  ArrowLeft: "sign_in",
  Home: "sign_in",
  ArrowRight: "sign_up",
  End: "sign_up",
};

function TabList({ content, selected, onSelect }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const tab = TAB_KEYS[event.key];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab);
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={content.tabs}
      className="bg-sunken mt-6 grid grid-cols-2 gap-1 rounded-lg p-1"
    >
      {(["sign_in", "sign_up"] as const).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls={`panel-${name}`}
          aria-selected={selected === name}
          tabIndex={selected === name ? 0 : -1}
          onClick={() => onSelect(name)}
          onKeyDown={onKeyDown}
          className="text-muted aria-selected:border-control aria-selected:bg-surface aria-selected:text-ink aria-selected:marked h-11 rounded-md border border-transparent font-semibold"
        >
          {content[name].tab}
        </button>
      ))}
    </div>
  );
}

function TabPanel({ name, selected, children }: { name: Tab; selected: Tab; children: ReactNode }) {
  return (
    <div
      role="tabpanel"
      id={`panel-${name}`}
      aria-labelledby={`tab-${name}`}
      hidden={selected !== name}
      className="mt-5"
    >
      {children}
    </div>
  );
}
