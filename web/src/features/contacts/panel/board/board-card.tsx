/** A contact on the board: who, from which company, about what, for how long, what comes next, how much, and who answers. */
import { ArrowRightLeft, GripVertical } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { KeyboardEvent, PointerEvent, SyntheticEvent } from "react";

import { LOST_REASON_LABELS } from "@/api/labels";
import type { Contact, ContactStage } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { DeliveryLine } from "@/features/contacts/panel/delivery";
import { Initials } from "@/features/contacts/panel/list/inbox-rows";
import { PromiseLine } from "@/features/contacts/panel/promise";
import { CONTACTS } from "@/features/contacts/panel/record";
import { formatReais, STAGES } from "@/features/contacts/panel/stages/stages";
import { StepLine } from "@/features/contacts/panel/steps/step-line";
import { panelPaths } from "@/lib/paths";
import { useNow } from "@/lib/use-now";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { formatAge, formatDateTime } from "@/panel/format";
import { useFocusHandover } from "@/panel/list/focus-row";
import { RowLink } from "@/panel/list/row-link";
import { focusCardAfter } from "./focus";

export interface CardControls {
  grab: (card: Contact, event: PointerEvent<HTMLElement>) => void;
  /** Handles the arrow keys on the link of a card. */
  pressKey: (card: Contact, event: KeyboardEvent) => void;
  move: (card: Contact, stage: ContactStage) => void;
}

interface BoardCardItemProps {
  card: Contact;
  isDragged: boolean;
  /** Id of the text that explains the keys. */
  help: string;
  controls: CardControls;
}

export function BoardCardItem({ card, isDragged, help, controls }: BoardCardItemProps) {
  const { id, name, company, message, status, next_step, promise, delivery } = card;
  const { service } = splitMessage(message);
  const element = useFocusHandover<HTMLLIElement>(() => focusCardAfter(card));
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its link and menu do the same
    <li
      ref={element}
      className={cn(
        "border-line bg-surface hover:border-control focus-within:border-control relative grid gap-1.5 rounded-lg border p-3 select-none",
        isDragged && "opacity-40",
      )}
      onPointerDown={(event) =>
        event.pointerType === "mouse" && isInside(event) && controls.grab(card, event)
      }
      onDragStart={(event) => event.preventDefault()}
      onKeyDown={(event) => isInside(event) && controls.pressKey(card, event)}
    >
      <div className="flex items-start gap-1">
        <p className="min-w-0 grow text-sm wrap-anywhere">
          <RowLink
            codec={CONTACTS}
            id={id}
            path={panelPaths.contact(id)}
            aria-describedby={help}
            className={cn(
              "after:absolute after:inset-0 after:rounded-lg",
              status === "new" ? "font-[650]" : "font-medium",
            )}
          >
            {name}
          </RowLink>
        </p>
        <Handle card={card} onGrab={(event) => controls.grab(card, event)} />
        <MoveMenu card={card} onMove={(stage) => controls.move(card, stage)} />
      </div>
      <p className="text-muted line-clamp-2 text-xs wrap-anywhere">
        {[company, service].filter(Boolean).join(" · ") || "Sem empresa"}
      </p>
      {next_step && <StepLine step={next_step} />}
      {delivery && <DeliveryLine delivery={delivery} />}
      {promise && <PromiseLine promise={promise} />}
      <Foot card={card} />
    </li>
  );
}

/** Returns whether an event is inside the card. Events of its menu, which is drawn elsewhere, bubble to the card, too. */
function isInside({ currentTarget, target }: SyntheticEvent<HTMLElement>): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function Foot({ card: { created_at, value_cents, assigned_to, lost_reason } }: { card: Contact }) {
  const now = useNow();
  return (
    <div className="flex min-h-6 items-center justify-between gap-2 text-xs">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {value_cents !== null && (
          <span className="font-medium">
            <span className="sr-only">Valor: </span>
            {formatReais(value_cents)}
          </span>
        )}
        {lost_reason && <span className="text-muted">{LOST_REASON_LABELS[lost_reason]}</span>}
        <time
          dateTime={created_at}
          title={`Recebido em ${formatDateTime(created_at)}`}
          className="text-muted"
        >
          {formatAge(created_at, now)}
        </time>
      </span>
      {assigned_to && <Initials id={assigned_to} />}
    </div>
  );
}

/** For fingers, which otherwise scroll the column. */
function Handle({ card, onGrab }: { card: Contact; onGrab: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      data-handle={card.id}
      aria-hidden
      className="text-muted relative z-10 hidden size-8 shrink-0 touch-none place-items-center @2xl:pointer-coarse:grid"
      onPointerDown={(event) => event.pointerType !== "mouse" && onGrab(event)}
    >
      <GripVertical className="size-4" />
    </span>
  );
}

function MoveMenu({ card, onMove }: { card: Contact; onMove: (stage: ContactStage) => void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative z-10 -my-1.5 -mr-1.5 shrink-0"
          aria-label={`Mover ${card.name} para…`}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <ArrowRightLeft aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="appearing border-line bg-surface shadow-high z-50 min-w-40 rounded-lg border p-1"
        >
          <DropdownMenu.Label className="text-muted px-3 py-1.5 text-xs">Mover para…</DropdownMenu.Label>
          {STAGES.filter(({ value }) => value !== card.stage).map(({ value, label }) => (
            <DropdownMenu.Item
              key={value}
              className="data-highlighted:bg-sunken flex min-h-9 items-center rounded-md px-3 py-1.5 text-sm outline-none select-none"
              onSelect={() => onMove(value)}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
