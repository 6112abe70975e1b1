import { useEffect, useRef } from "react";

import type { Entry, Group } from "./entries";

interface OptionsProps {
  /** Prefix of the elements' ids, to which the field refers. */
  id: string;
  groups: readonly Group[];
  active: Entry | undefined;
  onPoint: (entry: Entry) => void;
  onRun: (entry: Entry) => void;
}

/** Results of the palette. The focus remains in the field. */
export function Options({ id, groups, active, onPoint, onRun }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active?.id]);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="Resultados"
      className="min-h-0 scroll-py-2 overflow-y-auto p-2 empty:hidden"
    >
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title} className="not-first:mt-2">
          <p className="text-muted px-3 py-1 text-xs font-medium" aria-hidden>
            {title}
          </p>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={`${id}-${entry.id}`}
              entry={entry}
              isActive={entry.id === active?.id}
              onPoint={() => onPoint(entry)}
              onRun={() => onRun(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onRun: () => void;
}

function Option({ id, entry: { label, detail, icon: Icon }, isActive, onPoint, onRun }: OptionProps) {
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys go to the field, which names this as its active descendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="aria-selected:bg-accent-soft aria-selected:text-accent-strong flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm"
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <Icon className="text-muted size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="text-muted max-w-1/2 shrink-0 truncate text-xs">{detail}</span>}
    </div>
  );
}
