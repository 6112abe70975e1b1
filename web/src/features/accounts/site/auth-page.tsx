import { useEffect, useRef, useState, type KeyboardEvent } from "react";

import type { AuthView, Layout } from "@/api/types";
import { paths } from "@/lib/paths";
import { onPageShown } from "@/lib/page-shown";
import { readSession } from "@/lib/session";
import { AuthFrame, AuthHeading } from "./auth-frame";
import { NoScript } from "./no-script";
import { SignInForm } from "@/features/accounts/site/sign-in/sign-in-form";
import { SignUpForm } from "@/features/accounts/site/sign-in/sign-up-form";

export function AuthPage({ layout, ...view }: AuthView & { layout: Layout }) {
  const { content } = view;
  useEffect(
    () =>
      onPageShown(() => {
        if (readSession()) location.replace(paths.home);
      }),
    [],
  );
  return (
    <AuthFrame back={{ label: content.back, url: paths.home }}>
      <AuthHeading title={content.title} lead={content.lead} />
      <NoScript text={layout.labels.no_script} />
      <AuthTabs {...view} layout={layout} />
    </AuthFrame>
  );
}

type Tab = "sign_in" | "sign_up";

function AuthTabs({ content, password_min, typed, layout }: AuthView & { layout: Layout }) {
  // Only the sign-up form has a name field.
  const start: Tab = typed?.full_name == null ? "sign_in" : "sign_up";
  const [selected, select] = useState<Tab>(start);
  const [email, setEmail] = useState(typed?.email);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const target: Partial<Record<string, Tab>> = {
      ArrowLeft: "sign_in",
      Home: "sign_in",
      ArrowRight: "sign_up",
      End: "sign_up",
    };
    const tab = target[event.key];
    if (!tab) return;
    event.preventDefault();
    select(tab);
    list.current?.querySelector<HTMLElement>(`#tab-${tab}`)?.focus();
  }

  const tab = (name: Tab, label: string) => (
    <button
      type="button"
      role="tab"
      id={`tab-${name}`}
      aria-controls={`panel-${name}`}
      aria-selected={selected === name}
      tabIndex={selected === name ? 0 : -1}
      onClick={() => select(name)}
      onKeyDown={onKeyDown}
      className="text-muted aria-selected:border-control aria-selected:bg-surface aria-selected:text-ink aria-selected:marked h-11 rounded-md border border-transparent font-semibold"
    >
      {label}
    </button>
  );

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={content.tabs}
        className="bg-sunken mt-6 grid grid-cols-2 gap-1 rounded-lg p-1"
      >
        {tab("sign_in", content.sign_in.tab)}
        {tab("sign_up", content.sign_up.tab)}
      </div>
      <div
        role="tabpanel"
        id="panel-sign_in"
        aria-labelledby="tab-sign_in"
        hidden={selected !== "sign_in"}
        className="mt-5"
      >
        <SignInForm
          // Remounts the form with the e-mail that already has an account.
          key={email}
          text={content.sign_in}
          errors={content.errors}
          labels={layout.labels}
          showPassword={content.show_password}
          typed={start === "sign_in" ? (typed ?? undefined) : undefined}
          email={email}
        />
      </div>
      <div
        role="tabpanel"
        id="panel-sign_up"
        aria-labelledby="tab-sign_up"
        hidden={selected !== "sign_up"}
        className="mt-5"
      >
        <SignUpForm
          text={content.sign_up}
          errors={content.errors}
          labels={layout.labels}
          passwordMin={password_min}
          showPassword={content.show_password}
          typed={start === "sign_up" ? (typed ?? undefined) : undefined}
          onSignIn={(taken) => {
            setEmail(taken);
            select("sign_in");
          }}
        />
      </div>
    </>
  );
}
