/** The field for a list of a page: items can be added, moved and removed. */
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";

import type { Control } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { moved } from "@/panel/list/reorder";
import { ReorderList } from "@/panel/list/reorder-list";
import { RowAction } from "@/panel/list/row-actions";
import { blankOf } from "./control";
import type { FieldProps } from "./field";
import { focusField } from "./focus-field";
import { below, items, type Json } from "./json-path";
import { ListItem } from "./list-item";
import { offerUndo } from "./use-page-editor";

interface ListFieldProps extends FieldProps {
  control: Extract<Control, { kind: "list" }>;
}

export function ListField(props: ListFieldProps) {
  const { control, label, hint, path, value, problems, update } = props;
  const { item, min, max } = control;
  const values = items(value);
  const list = useListEdits(props, values);
  const { keys } = list;
  const nameOf = (index: number) => `${item.label.toLocaleLowerCase("pt-BR")} ${index + 1}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        {label} <span className="text-muted font-normal">({values.length})</span>
      </legend>
      {hint && <p className="text-muted -mt-1 text-xs">{hint}</p>}
      <ReorderList
        label={label}
        items={keys}
        keyOf={(key) => key}
        nameOf={(key) => nameOf(keys.indexOf(key))}
        onReorder={(_, from, to) => list.move(from, to)}
        className="grid grid-cols-1 gap-2"
        rowClassName="rounded-md"
      >
        {(key, controls) => {
          const index = keys.indexOf(key);
          const remove = `Remover ${nameOf(index)}`;
          return (
            <ListItem
              control={item.control}
              label={`${item.label} ${index + 1}`}
              path={below(path, index)}
              value={values[index] ?? null}
              problems={problems}
              update={update}
              handle={controls?.handle}
              buttons={
                <>
                  {controls?.buttons}
                  <RowAction
                    icon={X}
                    label={remove}
                    name={remove}
                    disabled={values.length <= min}
                    onClick={() => list.remove(index)}
                  />
                </>
              }
            />
          );
        }}
      </ReorderList>
      <AddItem
        path={path}
        name={item.label.toLocaleLowerCase("pt-BR")}
        problem={problems[path]}
        max={values.length >= max ? max : null}
        onAdd={list.add}
      />
    </fieldset>
  );
}

interface AddItemProps {
  path: string;
  name: string;
  problem: string | undefined;
  /** The maximum number of items, if it is reached; null otherwise. */
  max: number | null;
  onAdd: () => void;
}

function AddItem({ path, name, problem, max, onAdd }: AddItemProps) {
  const id = useId();
  return (
    <>
      {problem && (
        <p id={id} className="text-danger text-sm">
          {problem}
        </p>
      )}
      <div>
        <Button
          variant="ghost"
          size="sm"
          data-path={path}
          aria-describedby={problem && id}
          aria-disabled={max !== null}
          onClick={onAdd}
        >
          <Plus aria-hidden />
          Adicionar {name}
        </Button>
        {max !== null && <span className="text-muted text-xs">No máximo {max}.</span>}
      </div>
    </>
  );
}

/** Returns the operations on a list. They also update the keys of its items. Adding and removing an item moves the focus. */
function useListEdits({ control: { item }, path, update }: ListFieldProps, values: readonly Json[]) {
  const { keys, ...edits } = useKeys(values.length);
  const change = (make: (list: readonly Json[]) => readonly Json[]) =>
    update(path, (list) => make(items(list)));

  /** Focuses an item. The index -1 focuses the list, which has no items then. */
  function focusItem(index: number, opensOwn = true): void {
    focusField(index < 0 ? path : below(path, index), opensOwn);
  }

  function add(): void {
    edits.insert(values.length);
    change((list) => [...list, blankOf(item.control)]);
    focusItem(values.length);
  }

  function remove(index: number): void {
    const removed = values[index] ?? null;
    edits.remove(index);
    change((list) => list.filter((_, other) => other !== index));
    focusItem(Math.min(index, values.length - 2), false);
    offerUndo(`${item.label} ${index + 1} saiu da lista`, "A página só muda quando você salvar.", () => {
      edits.insert(index);
      change((list) => list.toSpliced(index, 0, removed));
      focusItem(index);
    });
  }

  function move(from: number, to: number): void {
    edits.move(from, to);
    change((list) => moved(list, from, to));
  }

  return { keys, add, remove, move };
}

interface Keys {
  keys: readonly string[];
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
  insert: (index: number) => void;
}

/** Returns React keys for the items, which have no ids. With them, an item keeps its state when others are moved or removed. */
function useKeys(count: number): Keys {
  const [keys, setKeys] = useState(() => newKeys(count));
  // A merge or a restored version may change the length of the list.
  const shown = keys.length === count ? keys : [...keys.slice(0, count), ...newKeys(count - keys.length)];
  if (shown !== keys) setKeys(shown);
  return {
    keys: shown,
    move: (from, to) => setKeys(moved(shown, from, to)),
    remove: (index) => setKeys(shown.filter((_, other) => other !== index)),
    // Not `shown`, because the undo button of a removal is used after later renders.
    insert: (index) => setKeys((known) => known.toSpliced(index, 0, ...newKeys(1))),
  };
}

let lastKey = 0;

function newKeys(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => String((lastKey += 1)));
}
