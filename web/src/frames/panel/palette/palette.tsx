/** Ctrl K: one field that leads to every screen, record and action. */
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";

import type { User } from "@/api/types";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { formatCount } from "@/panel/format";
import { type Action, type Entry, knownGroups } from "./entries";
import { Options } from "./options";
import { useRecords } from "./records";

interface PaletteProps {
  user: User;
  onAct: (action: Action) => void;
  onClose: () => void;
}

export function Palette({ user, onAct, onClose }: PaletteProps) {
  const [before] = useState(document.activeElement);
  const goes = useRef(false);
  const navigate = useNavigate();

  function run(entry: Entry): void {
    goes.current = true;
    onClose();
    if ("act" in entry.run) onAct(entry.run.act);
    else void navigate(entry.run.to);
  }

  return (
    <Modal
      onClose={onClose}
      // A screen that opens takes the focus itself.
      onClosed={() => !goes.current && before instanceof HTMLElement && before.focus()}
      className="inset-x-3 top-[8dvh] mx-auto max-h-[80dvh] max-w-xl overflow-hidden rounded-xl"
    >
      <ModalTitle className="sr-only">Buscar no painel</ModalTitle>
      <Finder user={user} onRun={run} />
    </Modal>
  );
}

function Finder({ user, onRun }: { user: User; onRun: (entry: Entry) => void }) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [chosen, choose] = useState("");
  const [isEntered, setEntered] = useState(false);
  const records = useRecords(query.trim(), user);
  const groups = [...knownGroups(query, user), ...records.groups];
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const own = active && groups.find((group) => group.entries.includes(active));
  const isSearching = groups.some((group) => group.isStale);
  // What was pointed at is there once its own kind is found, and the first one once none can come before it.
  const awaited =
    active && active.id === chosen ? [own] : own ? groups.slice(0, groups.indexOf(own) + 1) : groups;
  const isReady = !awaited.some((group) => group?.isStale);

  function setChosen(entry: string): void {
    choose(entry);
    setEntered(false);
  }

  /** What was chosen among what was found before, and isn't found any more, isn't run; nor is another one for it. */
  const enter = useEffectEvent(() => {
    if (active && (chosen === "" || active.id === chosen)) onRun(active);
  });
  useEffect(() => {
    if (isEntered && isReady) enter();
  }, [isEntered, isReady]);

  function press(event: KeyboardEvent): void {
    const index = active ? entries.indexOf(active) : -1;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen(entries.at((index + step) % entries.length)?.id ?? "");
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!isReady) setEntered(true);
      else if (active) onRun(active);
    }
  }

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
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen("");
          }}
          onKeyDown={press}
        />
      </div>
      <Options
        id={id}
        groups={groups.filter(({ entries }) => entries.length > 0)}
        active={active}
        onPoint={(entry) => setChosen(entry.id)}
        onRun={onRun}
      />
      <p
        role="status"
        className={
          entries.length > 0 && !records.hasFailed ? "sr-only" : "text-muted px-4 py-6 text-center text-sm"
        }
      >
        {records.hasFailed
          ? "Não foi possível buscar em tudo. Tente de novo em instantes."
          : isSearching
            ? "Buscando…"
            : entries.length === 0
              ? `Nada encontrado para “${query.trim()}”. Confira a grafia ou tente uma parte do nome.`
              : formatCount(entries.length, "resultado", "resultados")}
      </p>
    </>
  );
}
