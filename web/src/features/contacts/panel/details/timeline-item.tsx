import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Split, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

import { api, body } from "@/api/client";
import type { Channel, Contact, TimelineEntry } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { useUndoMerge } from "@/features/contacts/panel/merging/duplicates";
import { contactKeys } from "@/features/contacts/panel/queries";
import { STATUSES } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import { ContactFiles, RefusedFiles } from "./contact-files";
import { focusContactName } from "./focus-name";
import { ReceivedMessage } from "./received-message";
import { ReplyDelivery } from "./reply-delivery";

interface TimelineItemProps {
  entry: TimelineEntry;
  /** The open contact. */
  contact: Contact;
  /** Names of the contacts in the timeline, by id. */
  names: ReadonlyMap<string, string>;
  can_send_mail: boolean;
  /** Shown after the text of a change. */
  more?: ReactNode;
}

const FORMER_STAFF = "Alguém que saiu da equipe";

export function TimelineItem({ entry, contact, names, can_send_mail, more }: TimelineItemProps) {
  const author = entry.author ?? FORMER_STAFF;
  const isOfOther = entry.contact_id !== contact.id;
  const suffix = isOfOther && <InOtherContact entry={entry} name={names.get(entry.contact_id)} />;
  switch (entry.kind) {
    case "contact":
      return isOfOther && !entry.is_merged ? (
        <Item entry={entry} title="Outro contato">
          <OtherContact entry={entry} />
        </Item>
      ) : (
        <Item entry={entry} title={`${entry.name} ${ARRIVALS[entry.channel]}`}>
          <RequestText message={entry.message} isMerged={entry.is_merged} />
          <ContactFiles contact_id={entry.contact_id} files={entry.attachments} />
          <RefusedFiles files={entry.refused_attachments} />
          {isOfOther && <UndoMerge id={contact.id} />}
        </Item>
      );
    case "note":
      return (
        <Item entry={entry} title={`${author} anotou`} suffix={suffix}>
          <Message className="bg-warning-soft">{entry.text}</Message>
          {entry.may_delete && <DeleteNote id={entry.id} />}
        </Item>
      );
    case "reply":
      return (
        <Item entry={entry} title={`${author} respondeu por e-mail`} suffix={suffix} isOwn>
          <Message className="bg-accent-soft">
            <strong className="font-medium">{entry.subject}</strong>
            {"\n"}
            {entry.text}
          </Message>
          {entry.cc && <p className="text-muted text-xs wrap-anywhere">Cc: {entry.cc}</p>}
          <ContactFiles contact_id={entry.contact_id} files={entry.attachments} />
          <ReplyDelivery reply={entry} contact={contact} can_send_mail={can_send_mail} />
        </Item>
      );
    case "message":
      return (
        <Item entry={entry} title={`${entry.sender_name || "O cliente"} escreveu por e-mail`} suffix={suffix}>
          <ReceivedMessage entry={entry} contact={contact} />
        </Item>
      );
    case "step":
      return <Item entry={entry} title={`${author} concluiu: ${entry.text}`} suffix={suffix} />;
    case "change":
      return (
        <Item
          entry={entry}
          title={`${author} ${entry.text}`}
          suffix={
            <>
              {suffix}
              {more && <> · {more}</>}
            </>
          }
          isMinor
        />
      );
  }
}

/** How a person got in touch, by channel. */
const ARRIVALS: Readonly<Record<Channel, string>> = {
  form: "escreveu pelo site",
  phone: "ligou",
  visit: "veio à empresa",
  whatsapp: "escreveu pelo WhatsApp",
  email: "escreveu por e-mail",
  import: "veio de uma planilha",
  other: "entrou em contato",
};

/** The text of a request. The service of a merged contact is shown, too, because the facts have only the other one. */
function RequestText({ message, isMerged }: { message: string; isMerged: boolean }) {
  const { service, text } = splitMessage(message);
  if (!text && !service) return null;
  return (
    <Message className="bg-sunken">
      {(isMerged || !text) && service && (
        <strong className="font-medium">
          {service}
          {text && "\n"}
        </strong>
      )}
      {text}
    </Message>
  );
}

/** Undoes the newest merge into the open contact. */
function UndoMerge({ id }: { id: string }) {
  const undo = useUndoMerge();
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted -ml-2.5 justify-self-start"
      icon={Split}
      busy={undo.isPending}
      onClick={() => undo.mutate(id, { onSuccess: focusContactName })}
    >
      Desfazer a junção
    </Button>
  );
}

interface ItemProps {
  entry: TimelineEntry;
  title: string;
  /** Follows the title. */
  suffix?: ReactNode;
  /** Whether the company wrote it to the person. */
  isOwn?: boolean;
  isMinor?: boolean;
  children?: ReactNode;
}

function Item({ entry: { at }, title, suffix, isOwn, isMinor, children }: ItemProps) {
  return (
    <li
      className={cn(
        "grid grid-cols-1 gap-1 text-sm",
        isOwn && "@lines:ml-12 ml-6",
        isMinor && "text-muted text-xs",
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={cn("min-w-0 wrap-anywhere", !isMinor && "font-medium")}>
          {title}
          {suffix}
        </span>
        <time dateTime={at} className="text-muted text-xs">
          {formatDateTime(at)}
        </time>
      </p>
      {children}
    </li>
  );
}

function Message({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={cn("rounded-lg px-3 py-2 leading-6 wrap-break-word whitespace-pre-wrap", className)}>
      {children}
    </p>
  );
}

interface InOtherContactProps {
  entry: TimelineEntry;
  name: string | undefined;
}

/** The suffix for an entry of another contact than the open one, with a link to it. */
function InOtherContact({ entry: { kind, contact_id }, name }: InOtherContactProps) {
  const link = (text: string) => (
    <Link to={panelPaths.contact(contact_id)} className="font-medium underline underline-offset-4">
      {text}
    </Link>
  );
  return (
    <span className="text-muted font-normal">
      {/* After 'restaurou o contato', 'em' would mean that it is now a part of the other one. */}
      {kind === "change" ? " · " : " em "}
      {name ? <>outro contato: {link(name)}</> : link("outro contato")}
    </span>
  );
}

function OtherContact({ entry }: { entry: Extract<TimelineEntry, { kind: "contact" }> }) {
  const { service, text } = splitMessage(entry.message);
  return (
    <Link
      to={panelPaths.contact(entry.contact_id)}
      className="border-line hover:bg-sunken grid gap-1 rounded-lg border px-3 py-2"
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium underline underline-offset-4">{service ?? entry.name}</span>
        {entry.is_deleted ? (
          <span className="text-muted text-xs">Na lixeira</span>
        ) : (
          <OptionBadge options={STATUSES} value={entry.status} />
        )}
      </span>
      <span className="text-muted line-clamp-2 wrap-break-word">{text}</span>
    </Link>
  );
}

/** The button that deletes a note. It asks first, because a deleted note can't be restored. */
function DeleteNote({ id }: { id: string }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => body(api.DELETE("/api/contacts/notes/{id}", { params: { path: { id } } })),
    onSuccess: () => notify.undone(id, "Anotação apagada"),
    onError: (error) => notifyFailure("Erro ao apagar anotação", error),
    onSettled: () => {
      setAsking(false);
      return cache.invalidateQueries({ queryKey: contactKeys.timelines });
    },
  });
  return (
    <>
      <Button
        ref={button}
        variant="danger"
        size="sm"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
        Apagar anotação
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Tem certeza que deseja apagar esta anotação?"
          action="Apagar"
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
          onClosed={() => button.current?.focus()}
        >
          Ela some da linha do tempo e não pode ser trazida de volta.
        </ConfirmDialog>
      )}
    </>
  );
}
