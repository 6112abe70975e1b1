/**
 * A list that staff reorder by dragging a row's handle, by moving the row with the keyboard, or with buttons. Screen readers
 * announce each move. The caller shows the new order at once and sends it to the server.
 */
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { moved, rowShift } from "./reorder";
import { type Drag, type HeldRow, useDrag, useHeldRow } from "./row-moves";

export interface RowControls {
  /** Handle that drags the row and moves it with the keyboard. */
  handle: ReactNode;
  /** Buttons that move the row up and down. */
  buttons: ReactNode;
}

interface ReorderListProps<Item> {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** Called with the list in its new order, and the old and new index of the moved item. */
  onReorder: (items: Item[], from: number, to: number) => void;
  /** Shows no controls, such as while the list is filtered. */
  locked?: boolean;
  className?: string;
  rowClassName?: string;
  /** Draws a table around the rows, which are a `<tbody>`. Without it, they are a `<ul>`. */
  table?: (rows: ReactElement) => ReactElement;
  children: (item: Item, controls: RowControls | null) => ReactNode;
}

export function ReorderList<Item>(props: ReorderListProps<Item>) {
  const { label, items, keyOf, nameOf, locked, className, rowClassName, table, children } = props;
  // Typed as a list in both cases, because both pairs accept the props that are used here.
  const [List, Row] = (table ? ["tbody", "tr"] : ["ul", "li"]) as ["ul", "li"];
  const list = useRef<HTMLUListElement>(null);
  const help = useId();
  const { held, drag, grab, move, announcement } = useMoves(props, list);
  const canMove = !locked && items.length > 1;
  const controlsOf = (item: Item, index: number): RowControls => ({
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
        onStep={(step) => move(index, index + step)}
      />
    ),
  });

  const rows = (
    <List ref={list} aria-label={table ? undefined : label} className={cn(className, drag && "select-none")}>
      {held.order.map((item, index) => (
        <Row
          key={keyOf(item)}
          className={cn("bg-surface", rowClassName, rowClass(drag, index), held.isHeld(item) && LIFTED)}
          style={rowStyle(drag, index)}
        >
          {children(item, canMove ? controlsOf(item, index) : null)}
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
        {announcement}
      </p>
    </>
  );
}

/** The three ways to move a row, and the text that announces the last move. */
function useMoves<Item>(
  { items, nameOf, onReorder }: ReorderListProps<Item>,
  list: RefObject<HTMLElement | null>,
) {
  const [announcement, announce] = useState("");
  const drop = (from: number, to: number) => onReorder(moved(items, from, to), from, to);
  const held = useHeldRow(items, nameOf, announce, drop);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length) return;
    announce(`${nameOf(item)} ficou na posição ${to + 1} de ${items.length}.`);
    drop(from, to);
  };
  const { drag, grab } = useDrag(list, move);
  return { held, drag, grab, move, announcement };
}

const LIFTED = "relative z-10 shadow-high outline-2 outline-focus -outline-offset-2";

function rowClass(drag: Drag | null, index: number): string | false {
  if (!drag) return false;
  return index === drag.from ? LIFTED : "transition-transform duration-150";
}

function rowStyle(drag: Drag | null, index: number): CSSProperties | undefined {
  if (!drag) return undefined;
  const by = index === drag.from ? drag.distance : rowShift(drag.rows, index, drag.from, drag.to);
  return { transform: `translateY(${by}px)` };
}

interface HandleProps<Item> {
  item: Item;
  name: string;
  /** Id of the text that explains the keys. */
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
      // `detail` is 0 for keys and screen readers. A mouse drags instead.
      onClick={({ detail }) => detail === 0 && held.toggle(item)}
      onKeyDown={held.move}
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

/** The buttons are focusable also at the ends of the list, where one of them has no effect. */
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
