/** The next step of the open contact. */
import { CalendarPlus, Check } from "lucide-react";
import { useRef, useState } from "react";

import type { Contact } from "@/api/types";
import { useNow } from "@/lib/use-now";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { focusWhenDrawn } from "@/panel/dialog/focus-when-drawn";
import { useFocusHandover } from "@/panel/list/focus-row";
import { useCompleteStep, usePlanStep } from "./changes";
import { StepDialog } from "./step-dialog";
import { describeDue } from "./steps";

export function NextStepFact({ contact }: { contact: Contact }) {
  const [isEditing, setEditing] = useState(false);
  const section = useRef<HTMLElement>(null);
  const { next_step, deleted_at } = contact;
  // The button with the focus is gone after the change.
  const focusButton = () =>
    focusWhenDrawn(
      () => section.current?.querySelector("button"),
      () => null,
    );
  if (deleted_at) return null;
  return (
    <section ref={section} aria-label="Próximo passo" className="grid gap-1.5">
      <h3 className="text-muted text-xs font-medium">Próximo passo</h3>
      {next_step ? (
        <Planned contact={contact} onEdit={() => setEditing(true)} onRemoved={focusButton} />
      ) : (
        <Button size="sm" className="w-fit" icon={CalendarPlus} onClick={() => setEditing(true)}>
          Planejar
        </Button>
      )}
      {isEditing && <StepDialog contact={contact} onClose={() => setEditing(false)} onClosed={focusButton} />}
    </section>
  );
}

interface PlannedProps {
  contact: Contact;
  onEdit: () => void;
  /** Called when the step is removed with the focus in it. */
  onRemoved: () => void;
}

function Planned({ contact, onEdit, onRemoved }: PlannedProps) {
  const element = useFocusHandover<HTMLDivElement>(onRemoved);
  const now = useNow();
  const complete = useCompleteStep();
  const plan = usePlanStep();
  const step = contact.next_step;
  if (!step) return null;
  const { text, tone } = describeDue(step, now);
  return (
    <div ref={element} className="border-line grid gap-2 rounded-lg border p-3">
      <p className="text-sm font-medium wrap-anywhere">{step.text}</p>
      <p>
        <Badge tone={tone}>{text}</Badge>
      </p>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" icon={Check} busy={complete.isPending} onClick={() => complete.mutate(contact)}>
          Feito
        </Button>
        <Button size="sm" variant="ghost" onClick={onEdit}>
          Mudar
        </Button>
        <Button size="sm" variant="ghost" onClick={() => plan.mutate({ contact, step: null })}>
          Retirar
        </Button>
      </div>
    </div>
  );
}
