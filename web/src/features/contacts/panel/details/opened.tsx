/** The open contact: its address, its neighbors in the list, and the frame that the layout gives it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Navigate, useNavigate, useOutletContext, useParams, useSearchParams } from "react-router";

import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { markRead, refresh } from "@/features/contacts/panel/changes";
import { contactRecord } from "@/features/contacts/panel/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { NotFound } from "@/panel/feedback/not-found";
import { useListState } from "@/panel/list/use-list-state";
import { mergedQuery } from "./answered-notice";
import { ContactDetails, ContactDetailsPlaceholder } from "./details";
import { ContactDialog } from "./dialog";
import { ContactPane } from "./pane";

export function OpenedContact() {
  const opened = useOpened();
  return useTriage().layout === "conversa" ? <ContactPane {...opened} /> : <ContactDialog {...opened} />;
}

export interface Opened {
  id: string;
  /** The neighbors in the list; undefined at its ends. */
  previous: Contact | undefined;
  next: Contact | undefined;
  /** The contact that opens after this one was answered: the next one, or else the first other one; undefined without one. */
  following: Contact | undefined;
  /** Position in the list: '2 de 50 nesta página'. Empty if the contact isn't listed. */
  position: string;
  open: (contact: Contact | undefined) => void;
  /** Closes the contact. */
  close: () => void;
}

export function useOpened(): Opened {
  const { id = "" } = useParams();
  const { close, linkTo } = useListState(CONTACTS);
  const navigate = useNavigate();
  const open = (contact: Contact | undefined) => {
    if (!contact) return;
    const { to, ...options } = linkTo(panelPaths.contact(contact.id));
    void navigate(to, { ...options, replace: true });
  };
  return { id, ...useNeighbors(id), open, close };
}

/**
 * Returns the neighbors in the list. If the contact has left the list, they are those that it had there. Contacts whose reply is
 * still queued were just answered, and aren't opened again after the last one.
 */
function useNeighbors(id: string) {
  const contacts = useOutletContext<Contact[]>();
  const index = contacts.findIndex((contact) => contact.id === id);
  const [known, setKnown] = useState(contacts);
  if (index !== -1 && known !== contacts) setKnown(contacts);
  const at = known.findIndex((contact) => contact.id === id);
  const isListed = ({ id }: Contact) => contacts.some((contact) => contact.id === id);
  const before = at === -1 ? [] : known.slice(0, at);
  const after = at === -1 ? [] : known.slice(at + 1);
  const next = after.find(isListed);
  return {
    position: index === -1 ? "" : `${index + 1} de ${contacts.length} nesta página`,
    previous: before.findLast(isListed),
    next,
    following: next ?? contacts.find((contact) => contact.id !== id && contact.delivery !== "queued"),
  };
}

interface OpenContactProps {
  id: string;
  heading: (name: string) => ReactNode;
  onNext: (() => void) | undefined;
  onDone: () => void;
}

/** The content of both frames. */
export function OpenContact({ id, heading, onNext, onDone }: OpenContactProps) {
  const listed = useOutletContext<Contact[]>().find((contact) => contact.id === id);
  const { data, error, isFetchedAfterMount } = useQuery({
    ...contactRecord(id),
    // Without the list's contact, the error is shown here, so no message is needed.
    ...(listed && { meta: { errorTitle: "Erro ao carregar o contato" } }),
  });
  useAutoRead(isFetchedAfterMount ? data : undefined);
  useListFollows(data?.value, listed);
  const contact = data?.value ?? listed;
  const [query] = useSearchParams();
  // Links in mail may lead to a contact that was merged since.
  if (contact?.merged_into)
    return <Navigate to={`${panelPaths.contact(contact.merged_into)}${mergedQuery(query)}`} replace />;
  if (contact) return <ContactDetails contact={contact} heading={heading} onNext={onNext} onDone={onDone} />;
  if (!error) return <ContactDetailsPlaceholder heading={heading} />;
  return <NotFound title="Contato não encontrado" heading={heading} error={error} onClose={onDone} />;
}

/**
 * Sets a new contact to `read`, at most once each time it is opened, so that staff can set it to `new` again. A quarantined
 * contact stays new, even if it is released while it is open. `record` is undefined until the server has responded.
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

/** Fetches the list and the counts again when the open contact has changed, such as by the delivery of its reply. */
function useListFollows(current: Contact | undefined, listed: Contact | undefined): void {
  const cache = useQueryClient();
  const follow = useEffectEvent((current: Contact) => {
    if (listed && (listed.status !== current.status || listed.delivery !== current.delivery)) refresh(cache);
  });
  useEffect(() => {
    if (current) follow(current);
  }, [current]);
}

/** The buttons that open the neighbors, and the position in the list. */
export function Steps({ previous, next, position, open }: Opened) {
  return (
    <>
      <Step label="Contato anterior" onStep={previous && (() => open(previous))}>
        <ChevronLeft aria-hidden />
      </Step>
      <Step label="Próximo contato" onStep={next && (() => open(next))}>
        <ChevronRight aria-hidden />
      </Step>
      <span className="text-muted grow px-2 text-xs">{position}</span>
    </>
  );
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
      <Button
        variant="ghost"
        size="icon"
        className="max-lg:size-11"
        aria-label={label}
        aria-disabled={!onStep}
        onClick={onStep}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
