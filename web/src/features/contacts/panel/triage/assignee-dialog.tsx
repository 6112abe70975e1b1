/** Asks who is responsible for contacts. The user comes first, so that Enter assigns to them. */
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";

import { readSession } from "@/api/session";
import { assignees } from "@/features/contacts/panel/queries";
import { Modal } from "@/panel/dialog/modal";

interface AssigneeDialogProps {
  onChoose: (assigned_to: string | null) => void;
  onClose: () => void;
}

export function AssigneeDialog({ onChoose, onClose }: AssigneeDialogProps) {
  const { data: staff = [] } = useQuery(assignees);
  const me = readSession()?.user.id;
  const others = staff.filter(({ id, has_access }) => has_access && id !== me);
  const choices = [...(me ? [{ id: me, name: "Eu" }] : []), ...others, { id: null, name: "Ninguém" }];
  return (
    <Modal size="prompt" title="Definir responsável" onClose={onClose}>
      <ul className="overflow-y-auto p-2">
        {choices.map(({ id, name }, index) => (
          <li key={id}>
            <button
              type="button"
              className="hover:bg-sunken focus:bg-sunken flex min-h-11 w-full items-center rounded-md px-3 text-start text-sm wrap-anywhere"
              data-autofocus={index === 0 || undefined}
              onKeyDown={moveByArrows}
              onClick={() => onChoose(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Moves the focus between the choices. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.closest("ul")?.querySelectorAll("button") ?? [])];
  const index = buttons.findIndex((button) => button === document.activeElement);
  buttons[(index + step + buttons.length) % buttons.length]?.focus();
}
