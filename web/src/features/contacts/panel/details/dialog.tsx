/** The dialog of one contact, over the list. It has its own URL. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate, useOutletContext, useParams } from "react-router";

import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { markRead } from "@/features/contacts/panel/changes";
import { contactRecord } from "@/features/contacts/panel/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { Modal, ModalClose } from "@/panel/dialog/modal";
import { NotFound } from "@/panel/feedback/not-found";
import { focusRow } from "@/panel/list/focus-row";
import { useListState } from "@/panel/list/use-list-state";
import { useShortcuts } from "@/panel/shortcuts";
import { ContactDetails, ContactDetailsPlaceholder } from "./details";

export function ContactDialog() {
  const { id = "" } = useParams();
  const { close, linkTo } = useListState(CONTACTS);
  const navigate = useNavigate();
  const neighbors = useNeighbors(id);
  const focusOn = useRef(id);
  const open = (other: Contact | undefined) => {
    if (!other) return;
    focusOn.current = other.id;
    const { to, ...options } = linkTo(panelPaths.contact(other.id));
    void navigate(to, { ...options, replace: true });
  };
  const previous = () => open(neighbors.previous);
  const next = () => open(neighbors.next);
  const leave = () => {
    focusOn.current = (neighbors.next ?? neighbors.previous)?.id ?? id;
    close();
  };
  useShortcuts({ k: previous, ArrowLeft: previous, j: next, ArrowRight: next }, { dialogs: 1 });

  return (
    <Modal onClose={close} onClosed={() => focusRow(focusOn.current)} size="medium">
      <div className="border-line flex items-center gap-1 border-b px-3 py-2">
        <Step label="Contato anterior" onStep={neighbors.previous && previous}>
          <ChevronLeft aria-hidden />
        </Step>
        <Step label="Próximo contato" onStep={neighbors.next && next}>
          <ChevronRight aria-hidden />
        </Step>
        <span className="text-muted grow px-2 text-xs">{neighbors.position}</span>
        <ModalClose />
      </div>
      <OpenContact key={id} id={id} onDone={leave} />
    </Modal>
  );
}

function OpenContact({ id, onDone }: { id: string; onDone: () => void }) {
  const listed = useOutletContext<Contact[]>().find((contact) => contact.id === id);
  const { data, error, isFetchedAfterMount } = useQuery({
    ...contactRecord(id),
    // Without the list's contact, the dialog itself shows the error, so no message is needed.
    ...(listed && { meta: { errorTitle: "Erro ao carregar o contato" } }),
  });
  useAutoRead(isFetchedAfterMount ? data : undefined);
  const contact = data?.value ?? listed;
  if (contact) return <ContactDetails contact={contact} onDone={onDone} />;
  if (!error) return <ContactDetailsPlaceholder />;
  return <NotFound title="Contato não encontrado" error={error} onClose={onDone} />;
}

/**
 * Sets a new contact to `read`, at most once each time it is opened, so that staff can set it to `new` again. A quarantined
 * contact stays new, even if it is moved to the inbox while it is open. `record` is undefined until the server has responded.
 */
function useAutoRead(record: Versioned<Contact> | undefined): void {
  const cache = useQueryClient();
  const done = useRef(false);
  useEffect(() => {
    if (!record || done.current) return;
    done.current = true;
    const { status, deleted_at, quarantined } = record.value;
    if (status === "new" && deleted_at === null && !quarantined) void markRead(cache, record);
  }, [cache, record]);
}

interface StepProps {
  label: string;
  onStep: (() => void) | undefined;
  children: ReactNode;
}

function Step({ label, onStep, children }: StepProps) {
  return (
    <Tooltip label={label}>
      {/* With `aria-disabled`, the button stays focusable at the ends of the list. */}
      <Button variant="ghost" size="icon" aria-label={label} aria-disabled={!onStep} onClick={onStep}>
        {children}
      </Button>
    </Tooltip>
  );
}

function useNeighbors(id: string) {
  const contacts = useOutletContext<Contact[]>();
  const index = contacts.findIndex((contact) => contact.id === id);
  if (index === -1) return { position: "" };
  return {
    position: `${index + 1} de ${contacts.length} nesta página`,
    previous: contacts[index - 1],
    next: contacts[index + 1],
  };
}
