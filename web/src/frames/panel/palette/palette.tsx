/** The palette (Ctrl+K): one field that finds every screen, record and action. */
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import type { User } from "@/api/types";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { formatCount } from "@/panel/format";
import { type Action, type Entry, type Group, knownGroups } from "./entries";
import { Options } from "./options";
import { useSearch } from "./records";

interface PaletteProps {
  user: User;
  onAct: (action: Action) => void;
  onClose: () => void;
}

export function Palette({ user, onAct, onClose }: PaletteProps) {
  const hasRun = useRef(false);
  const navigate = useNavigate();
  const location = useLocation();

  function run(entry: Entry): void {
    hasRun.current = true;
    onClose();
    if ("act" in entry.run) {
      onAct(entry.run.act);
      return;
    }
    void go(entry.run);
  }

  async function go({ to, state }: { to: string; state?: unknown }): Promise<void> {
    if (state === undefined) {
      await navigate(to);
      return;
    }
    // A dialog is over its screen, so that closing it leads there. On that screen, the filter of the list doesn't change.
    const isThere = to === location.pathname;
    if (!isThere) await navigate(to);
    await navigate(isThere ? to + location.search : to, { state });
  }

  return (
    <Modal
      onClose={onClose}
      // If an entry was run, the screen or dialog that it opens takes the focus.
      onClosed={(returnFocus) => !hasRun.current && returnFocus()}
      className="inset-x-3 top-[8dvh] mx-auto max-h-[80dvh] max-w-xl overflow-hidden rounded-xl"
    >
      <ModalTitle className="sr-only">Buscar no painel</ModalTitle>
      <Finder user={user} onRun={run} />
    </Modal>
  );
}

/** Returns the state of the search: the results, the active one, and the functions that choose and run it. */
function useFinder(user: User, onRun: (entry: Entry) => void) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState("");
  const [isEnterPending, setEnterPending] = useState(false);
  const { groups: found, hasFailed } = useSearch(query.trim(), user);
  const groups = [...knownGroups(query, user), ...found];
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const isReady = isSettled(groups, active, active?.id === chosen);

  function choose(entry: string): void {
    setChosen(entry);
    setEnterPending(false);
  }

  function type(text: string): void {
    setQuery(text);
    choose("");
  }

  /** Runs the active entry, unless it has replaced a chosen one that is no longer found. */
  const enter = useEffectEvent(() => {
    if (active && (chosen === "" || active.id === chosen)) onRun(active);
  });
  useEffect(() => {
    if (isEnterPending && isReady) enter();
  }, [isEnterPending, isReady]);

  function press(event: KeyboardEvent): void {
    const index = active ? entries.indexOf(active) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      choose(entries.at((index + step) % entries.length)?.id ?? "");
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!isReady) setEnterPending(true);
      else if (active) onRun(active);
    }
  }

  return { query, groups, entries, active, hasFailed, choose, type, press };
}

/** Returns whether the active entry is final: no search that is still running can change it. */
function isSettled(groups: readonly Group[], active: Entry | undefined, isChosen: boolean): boolean {
  const own = groups.findIndex((group) => active !== undefined && group.entries.includes(active));
  // A chosen entry depends on its own group. The first entry also depends on the groups above it.
  const awaited = own === -1 ? groups : groups.slice(isChosen ? own : 0, own + 1);
  return !awaited.some((group) => group.isStale);
}

function Finder({ user, onRun }: { user: User; onRun: (entry: Entry) => void }) {
  const id = useId();
  const { query, groups, entries, active, hasFailed, choose, type, press } = useFinder(user, onRun);
  return (
    <>
      <div className="border-line relative border-b">
        <Search className="text-muted pointer-events-none absolute top-4 left-4 size-5" aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Buscar telas, contatos, serviços, posts, imagens e ações"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Buscar telas, contatos, posts, ações…"
          maxLength={200}
          className="placeholder:text-muted h-13 w-full bg-transparent pr-4 pl-12 text-base outline-none"
          value={query}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <Options
        id={id}
        groups={groups.filter(({ entries }) => entries.length > 0)}
        active={active}
        onPoint={(entry) => choose(entry.id)}
        onRun={onRun}
      />
      <p
        role="status"
        className={entries.length > 0 && !hasFailed ? "sr-only" : "text-muted px-4 py-6 text-center text-sm"}
      >
        {hasFailed
          ? "Não foi possível buscar em tudo. Tente de novo em instantes."
          : groups.some((group) => group.isStale)
            ? "Buscando…"
            : entries.length === 0
              ? `Nada encontrado para “${query.trim()}”. Confira a grafia ou tente uma parte do nome.`
              : formatCount(entries.length, "resultado", "resultados")}
      </p>
    </>
  );
}
