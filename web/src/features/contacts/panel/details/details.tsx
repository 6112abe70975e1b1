/** An open contact, in the pane or in the dialog: who it is, the timeline, the facts at its side, and the composer at its foot. */
import { Archive, ArchiveRestore, Forward, ShieldAlert, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

import type { Contact } from "@/api/types";
import { useDeleteContact, useRelease, useRestoreContact } from "@/features/contacts/panel/changes";
import { Composer } from "@/features/contacts/panel/composer/composer";
import { draftedMode } from "@/features/contacts/panel/composer/reply-draft";
import { FailureNotice } from "@/features/contacts/panel/delivery";
import { Duplicates } from "@/features/contacts/panel/merging/duplicates";
import { PromiseBadge } from "@/features/contacts/panel/promise";
import { CONTACTS } from "@/features/contacts/panel/record";
import { OutcomeBadge } from "@/features/contacts/panel/stages/outcome-badge";
import { isClosed } from "@/features/contacts/panel/stages/stages";
import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { clearOfToasts } from "@/panel/feedback/clear-of-toasts";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { useListState } from "@/panel/list/use-list-state";
import { AnsweredNotice } from "./answered-notice";
import { Facts } from "./facts";
import { AssigneeSelect, StatusSelect } from "./fields";
import { focusContactName } from "./focus-name";
import { ForwardDialog } from "./forward-dialog";
import { ContactTimeline } from "./timeline";

interface ContactDetailsProps {
  contact: Contact;
  /** Renders the name of the contact as the heading of its frame. */
  heading: (name: string) => ReactNode;
  /** Opens the contact to answer next; undefined if there is none. */
  onNext?: (() => void) | undefined;
  /** Called when the contact leaves the list from which it was opened. */
  onDone: () => void;
}

export function ContactDetails({ contact, heading, onNext, onDone }: ContactDetailsProps) {
  const isInDialog = useTriage().layout !== "conversa";
  return (
    <div data-contact className="group/contact @container flex min-h-0 grow flex-col">
      <Header contact={contact} heading={heading} onDone={onDone} />
      <div
        className={cn(
          "@lines:grid @lines:grid-cols-[minmax(0,1fr)_17rem] @max-lines:overflow-y-auto min-h-0 grow",
          // Beside the list, some lines of the conversation stay visible however high the reply is.
          !isInDialog && "lg:shrink-0 lg:basis-24",
        )}
      >
        <details
          open={isInDialog}
          className="border-line @lines:hidden writing:hidden border-b px-4 py-2 sm:px-6"
        >
          <summary className="text-muted min-h-6 cursor-pointer text-sm">Dados do contato</summary>
          <Facts contact={contact} onErased={onDone} />
        </details>
        <ContactTimeline contact={contact} />
        <aside
          aria-label="Dados do contato"
          className="border-line @lines:block hidden overflow-y-auto border-l px-4 py-3"
        >
          <Duplicates contact={contact} className="mb-3 py-2" />
          <Facts contact={contact} onErased={onDone} />
        </aside>
      </div>
      {contact.deleted_at ? (
        <RestoreBar contact={contact} onDone={onDone} />
      ) : (
        <Composer key={contact.id} contact={contact} onNext={onNext} />
      )}
    </div>
  );
}

/** Beside the list in a low and narrow window, an open reply takes this space, so that the message stays readable. */
const HIDDEN_BY_REPLY =
  "writing:hidden lg:[@media(height<50rem)]:@max-lines:group-has-[textarea]/contact:hidden";

function Header({ contact, heading, onDone }: Pick<ContactDetailsProps, "contact" | "heading" | "onDone">) {
  const { company, deleted_at, promise, delivery, stage } = contact;
  return (
    <div className="border-line writing:px-2 writing:py-0 grid shrink-0 gap-2 border-b px-4 py-3 sm:px-6 lg:[@media(height<50rem)]:py-2">
      <div className="flex items-start justify-between gap-x-4">
        <div className="writing:min-h-11 writing:flex-nowrap writing:items-center writing:gap-x-1 flex min-w-0 flex-wrap items-baseline gap-x-3">
          {heading(contact.name)}
          <p className="text-muted writing:hidden text-sm wrap-break-word">{company}</p>
        </div>
        {!deleted_at && <Actions contact={contact} onDone={onDone} />}
      </div>
      {!deleted_at && (
        <div
          className={cn(
            "@max-lines:grid @max-lines:grid-cols-2 flex flex-wrap items-center gap-x-4 gap-y-2",
            HIDDEN_BY_REPLY,
          )}
        >
          <AssigneeSelect contact={contact} />
          <StatusSelect contact={contact} />
          {(promise || isClosed(stage)) && (
            <div className="@max-lines:col-span-full flex flex-wrap items-center gap-2">
              <OutcomeBadge contact={contact} />
              {promise && <PromiseBadge promise={promise} />}
            </div>
          )}
        </div>
      )}
      {delivery === "failed" && <FailureNotice isWaiting={promise !== null} />}
      <AnsweredNotice contact={contact} />
      <ListNotice contact={contact} onDone={onDone} />
      {/* In a wide pane, this is above the facts, which are closed here. */}
      <Duplicates contact={contact} className={cn("@lines:hidden py-1", HIDDEN_BY_REPLY)} />
    </div>
  );
}

/** Buttons beside the name, as icons, because answering is the main action. */
function Actions({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { archive } = useTriage();
  const remove = useDeleteContact();
  const [isForwarding, setForwarding] = useState(false);
  return (
    <div className="writing:hidden flex gap-1 max-lg:-my-1.5">
      <Tooltip label="Encaminhar a um colega">
        <Button
          variant="ghost"
          size="icon"
          className="max-lg:size-11"
          aria-label="Encaminhar a um colega"
          onClick={() => setForwarding(true)}
        >
          <Forward aria-hidden />
        </Button>
      </Tooltip>
      {isForwarding && <ForwardDialog contact={contact} onClose={() => setForwarding(false)} />}
      {contact.status !== "archived" && (
        <Tooltip label="Arquivar">
          <Button
            variant="ghost"
            size="icon"
            // On phones, the bar at the foot has this action.
            className="group-has-data-triage-bar/contact:hidden max-lg:size-11"
            once
            aria-label="Arquivar"
            onClick={() => archive([contact.id])}
          >
            <Archive aria-hidden />
          </Button>
        </Tooltip>
      )}
      <Tooltip label="Excluir">
        <Button
          variant="ghost"
          size="icon"
          className="hover:bg-danger-soft hover:text-danger max-lg:size-11"
          once
          aria-label="Excluir"
          onClick={() => {
            remove.mutate(contact);
            onDone();
          }}
        >
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}

/** Says that a contact is in Suspeitos, where staff may have moved it, or in the trash. */
function ListNotice({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const release = useRelease();
  if (contact.deleted_at) {
    return (
      <p className="bg-sunken text-muted flex items-center gap-2 rounded-lg px-3 py-2 text-sm">
        <Trash2 className="size-4 shrink-0" aria-hidden />
        Na lixeira desde {formatDateTime(contact.deleted_at)}. Some de vez depois de 30 dias.
      </p>
    );
  }
  if (!contact.quarantined) return null;
  return (
    <div className="bg-warning-soft flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-3 py-2 text-sm">
      <p className="text-warning flex grow items-center gap-2">
        <ShieldAlert className="size-4 shrink-0" aria-hidden />
        Em Suspeitos: parece automático ou foi marcado pela equipe.
      </p>
      <Button
        size="sm"
        once
        onClick={() => {
          release.mutate(contact);
          onDone();
        }}
      >
        Não é suspeito
      </Button>
    </div>
  );
}

/** In place of the composer. A contact with a draft, or one that a colleague deleted meanwhile, stays open when it is restored. */
function RestoreBar({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { id } = contact;
  const { compose } = useTriage();
  const { filter } = useListState(CONTACTS);
  const restore = useRestoreContact();
  const [drafted] = useState(() => draftedMode(id));
  const [isOpenedInTrash] = useState(filter.view === "trash");
  const leaves = isOpenedInTrash && !drafted;
  // A colleague may delete the contact while its composer has the focus.
  useEffect(() => {
    if (document.activeElement === document.body) focusContactName();
  }, []);
  const run = () => {
    restore.mutate(contact, {
      onSuccess: () => {
        if (drafted) compose({ id, mode: drafted });
        else if (!leaves) focusContactName();
      },
    });
    if (leaves) onDone();
  };
  return (
    <div
      ref={clearOfToasts}
      className="border-line bg-surface flex shrink-0 flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t px-4 py-3 max-lg:sticky max-lg:bottom-0 sm:px-6"
    >
      {drafted && (
        <p className="mr-auto text-sm">O seu rascunho está salvo e volta quando o contato for restaurado.</p>
      )}
      <Button variant="primary" once busy={restore.isPending} onClick={run}>
        {!restore.isPending && <ArchiveRestore aria-hidden />}
        {restore.isPending ? "Restaurando..." : "Restaurar"}
      </Button>
    </div>
  );
}

/** Shown while the contact loads. */
export function ContactDetailsPlaceholder({ heading }: Pick<ContactDetailsProps, "heading">) {
  return (
    <div className="grid content-start gap-4 p-6" role="status">
      <span className="sr-only">{heading("Contato")}</span>
      <span className="sr-only">Carregando contato…</span>
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="w-1/3" />
      <Skeleton className="mt-4 w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="mt-4 h-32 rounded-lg" />
    </div>
  );
}
