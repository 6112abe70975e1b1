/** A list of a page: its items are added, moved and taken away one by one. */
import { Plus, X } from "lucide-react";
import { useId } from "react";

import type { Control } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { moved } from "@/panel/list/reorder";
import { ReorderList } from "@/panel/list/reorder-list";
import { Tooltip } from "@/panel/controls/tooltip";
import { focusField } from "./focus-field";
import { ListItem } from "./list-item";
import { blankOf } from "./page-control";
import { below, items, type Json } from "./page-document";
import type { FieldProps } from "./page-field";
import { offerUndo } from "./use-page-editor";
import { useKeys } from "./use-keys";

interface ListFieldProps extends FieldProps {
  control: Extract<Control, { kind: "list" }>;
}

export function ListField({ control, label, hint, path, value, problems, update }: ListFieldProps) {
  const id = useId();
  const { item, min, max } = control;
  const values = items(value);
  const { keys, ...places } = useKeys(values.length);
  const nameOf = (index: number) => `${item.label.toLocaleLowerCase("pt-BR")} ${index + 1}`;
  const change = (make: (list: readonly Json[]) => readonly Json[]) =>
    update(path, (list) => make(items(list)));

  function add(): void {
    places.insert(values.length);
    change((list) => [...list, blankOf(item.control)]);
    focusItem(values.length);
  }

  function remove(index: number): void {
    const [gone = null, place] = [values[index], Math.min(index, values.length - 2)];
    places.remove(index);
    change((list) => list.filter((_, other) => other !== index));
    focusItem(place, false);
    offerUndo(`${item.label} ${index + 1} saiu da lista`, "A página só muda quando você salvar.", () => {
      places.insert(index);
      change((list) => list.toSpliced(index, 0, gone));
      focusItem(index);
    });
  }

  /** Its first field; where none is left, the list. */
  function focusItem(index: number, isOpened = true): void {
    focusField(index < 0 ? path : below(path, index), isOpened);
  }

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
        onReorder={(_, from, to) => {
          places.move(from, to);
          change((list) => moved(list, from, to));
        }}
        className="grid grid-cols-1 gap-2"
        rowClassName="rounded-md"
      >
        {(key, controls) => {
          const index = keys.indexOf(key);
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
                  <Tooltip label={`Remover ${nameOf(index)}`}>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`Remover ${nameOf(index)}`}
                      aria-disabled={values.length <= min}
                      onClick={() => values.length > min && remove(index)}
                    >
                      <X aria-hidden />
                    </Button>
                  </Tooltip>
                </>
              }
            />
          );
        }}
      </ReorderList>
      {problems[path] && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {problems[path]}
        </p>
      )}
      <div>
        <Button
          variant="ghost"
          size="sm"
          data-path={path}
          aria-describedby={problems[path] && `${id}-error`}
          aria-disabled={values.length >= max}
          onClick={() => values.length < max && add()}
        >
          <Plus aria-hidden />
          Adicionar {item.label.toLocaleLowerCase("pt-BR")}
        </Button>
        {values.length >= max && <span className="text-muted text-xs">No máximo {max}.</span>}
      </div>
    </fieldset>
  );
}
