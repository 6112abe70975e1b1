/** 'Ajuda': the guide to the panel, with a search. */
import { ArrowRight, SearchX } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";

import { useSession } from "@/features/accounts/panel/session";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { SearchField } from "@/panel/list/search-field";
import { Screen } from "@/panel/screen";
import { useShortcuts } from "@/panel/shortcuts";
import { partsFor } from "./search";
import type { Topic } from "./topic";
import type { Part } from "./topics";

export function HelpScreen() {
  const { state } = useSession();
  const [query, setQuery] = useSearchParams();
  const search = query.get("search") ?? "";
  const show = (text: string) => setQuery(text ? { search: text } : {}, { replace: true });
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ "/": () => field.current?.focus() });
  const parts = state.phase === "signed_in" ? partsFor(search, state.user) : [];
  return (
    <Screen title="Ajuda">
      <div role="search" className="mb-6 flex">
        <SearchField
          ref={field}
          search={search}
          onSearch={show}
          label="Buscar na ajuda"
          placeholder="Buscar na ajuda…"
          shortcut="/"
        />
      </div>
      {parts.length > 0 ? (
        <Guide parts={parts} />
      ) : (
        <EmptyState
          icon={SearchX}
          title="Nada encontrado na ajuda"
          action={<Button onClick={() => show("")}>Limpar a busca</Button>}
        >
          Tente outra palavra, como o nome da tela ou do botão.
        </EmptyState>
      )}
    </Screen>
  );
}

function Guide({ parts }: { parts: readonly Part[] }) {
  const { hash, key } = useLocation();
  // Runs at each navigation, also to the topic that is already open.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
  return (
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Assuntos" className="hidden xl:block">
        <ul className="sticky top-20 grid gap-4">
          {parts.map(({ title, topics }) => (
            <li key={title}>
              <p className="text-muted mb-1 text-xs font-medium">{title}</p>
              <ul className="grid">
                {topics.map((topic) => (
                  <li key={topic.id}>
                    <Link
                      to={{ hash: topic.id, search: window.location.search }}
                      className="hover:text-accent-strong inline-block py-1 text-sm"
                    >
                      {topic.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-3xl content-start gap-10">
        {parts.map(({ title, topics }) => (
          <section key={title} className="grid gap-5">
            <h2 className="text-muted text-sm font-medium">{title}</h2>
            {topics.map((topic) => (
              <Article key={topic.id} topic={topic} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function Article({ topic: { id, title, path, paragraphs, steps } }: { topic: Topic }) {
  return (
    <article
      id={id}
      className="border-line bg-surface grid scroll-mt-5 gap-3 rounded-lg border p-4 text-sm leading-relaxed sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">{title}</h3>
        {path && (
          <Link
            to={path}
            className="text-accent-strong inline-flex min-h-6 items-center gap-1 hover:underline"
          >
            Abrir a tela
            <span className="sr-only"> {title}</span>
            <ArrowRight className="size-4" aria-hidden />
          </Link>
        )}
      </div>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {steps && (
        <ul className="grid list-disc gap-1 pl-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
