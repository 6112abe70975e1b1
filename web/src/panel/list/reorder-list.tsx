/**
 * A list that people put into order: by dragging a row's handle, by picking it up with the keyboard, or by buttons. Each
 * move is said to screen readers. Whoever uses it shows the new order at once, and tells the server.
 */
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { type CSSProperties, type ReactElement, type ReactNode, useId, useRef, useState } from "react";

import { Button } from "@/panel/controls/button";
import { cn } from "@/panel/cn";
import { moved, yieldBy } from "./reorder";
import { Tooltip } from "@/panel/controls/tooltip";
import { type Drag, useDrag } from "./use-drag";
import { type HeldRow, useHeldRow } from "./use-held-row";

export interface RowControls {
  /** Drags the row, and picks it up with the keyboard. */
  handle: ReactNode;
  /** One place up, one place down. */
  buttons: ReactNode;
}

interface ReorderListProps<Item> {
  /** The list's accessible name. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Gets the whole list in its new order, and which item went where. */
  onReorder: (items: Item[], from: number, to: number) => void;
  /** Shown without controls, as while only some of the items are in it. */
  locked?: boolean;
  className?: string;
  rowClassName?: string;
  /** Puts the rows, which are those of a `<tbody>` then, into a table. */
  table?: (rows: ReactElement) => ReactElement;
  children: (item: Item, controls: RowControls | null) => ReactNode;
}

export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { label, items, keyOf, nameOf, onReorder, locked, className, rowClassName, table, children } = props;
  // The types of both pairs are alike in all that is used here.
  const [List, Row] = (table ? ["tbody", "tr"] : ["ul", "li"]) as ["ul", "li"];
  const list = useRef<HTMLUListElement>(null);
  const help = useId();
  const [said, say] = useState("");
  const drop = (from: number, to: number) => onReorder(moved(items, from, to), from, to);
  const held = useHeldRow(items, nameOf, say, drop);
  const dropSaying = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    say(`${nameOf(item)} ficou na posição ${to + 1} de ${items.length}.`);
    drop(from, to);
  };
  const { drag, grab } = useDrag(list, dropSaying);
  const canMove = !locked && items.length > 1;

  const rows = (
    <List ref={list} aria-label={table ? undefined : label} className={cn(className, drag && "select-none")}>
      {held.order.map((item, index) => (
        <Row
          key={keyOf(item)}
          className={cn("bg-surface", rowClassName, rowLook(drag, index), held.isHeld(item) && LIFTED)}
          style={rowShift(drag, index)}
        >
          {children(
            item,
            canMove
              ? {
                  handle: (
                    <Handle
                      item={item}
                      name={nameOf(item)}
                      help={help}
                      held={held}
                      onGrab={(event) => grab(index, event)}
                    />
                  ),
                  buttons: (
                    <Steps
                      name={nameOf(item)}
                      isFirst={index === 0}
                      isLast={index === items.length - 1}
                      onStep={(step) => dropSaying(index, index + step)}
                    />
                  ),
                }
              : null,
          )}
        </Row>
      ))}
    </List>
  );

  return (
    <>
      {table ? table(rows) : rows}
      {canMove && (
        <p id={help} hidden>
          Pressione Espaço para selecionar e as setas para mover.
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

const LIFTED = "relative z-10 shadow-high outline-2 outline-focus -outline-offset-2";

function rowLook(drag: Drag | null, index: number): string | false {
  if (!drag) return false;
  return index === drag.from ? LIFTED : "transition-transform duration-150";
}

function rowShift(drag: Drag | null, index: number): CSSProperties | undefined {
  if (!drag) return undefined;
  const by = index === drag.from ? drag.distance : yieldBy(drag.rows, index, drag.from, drag.to);
  return { transform: `translateY(${by}px)` };
}

interface HandleProps<Item> {
  item: Item;
  name: string;
  /** The id of what explains the keys. */
  help: string;
  held: HeldRow<Item>;
  onGrab: (event: React.PointerEvent) => void;
}

function Handle<Item>({ item, name, help, held, onGrab }: HandleProps<Item>) {
  return (
    <button
      type="button"
      className="text-muted hover:bg-sunken hover:text-ink grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md active:cursor-grabbing"
      aria-label={`Mover ${name}`}
      aria-describedby={help}
      aria-pressed={held.isHeld(item)}
      onPointerDown={onGrab}
      // A mouse drags; only a key or a screen reader presses.
      onClick={({ detail }) => detail === 0 && held.toggle(item)}
      onKeyDown={held.carry}
      onBlur={held.cancel}
    >
      <GripVertical className="size-4" aria-hidden />
    </button>
  );
}

interface StepsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: 1 | -1) => void;
}

/** They stay focusable at either end, where going on has nowhere to go. */
function Steps({ name, isFirst, isLast, onStep }: StepsProps) {
  return (
    <>
      <Step label={`Mover ${name} para cima`} disabled={isFirst} onStep={() => onStep(-1)}>
        <ChevronUp aria-hidden />
      </Step>
      <Step label={`Mover ${name} para baixo`} disabled={isLast} onStep={() => onStep(1)}>
        <ChevronDown aria-hidden />
      </Step>
    </>
  );
}

interface StepProps {
  label: string;
  disabled: boolean;
  onStep: () => void;
  children: ReactNode;
}

function Step({ label, disabled, onStep, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} aria-disabled={disabled} onClick={onStep}>
        {children}
      </Button>
    </Tooltip>
  );
}
