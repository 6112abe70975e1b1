import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

import { api, body } from "@/api/client";
import type { TimelineEntry } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { contactKeys } from "@/features/contacts/panel/queries";
import { STATUSES } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

interface TimelineItemProps {
  entry: TimelineEntry;
  /** Id of the open contact. */
  contact_id: string;
  /** Names of the contacts in the timeline, by id. */
  names: ReadonlyMap<string, string>;
  can_send_mail: boolean;
}

const FORMER_STAFF = "Alguém que saiu da equipe";

export function TimelineItem({ entry, contact_id, names, can_send_mail }: TimelineItemProps) {
  const author = entry.author ?? FORMER_STAFF;
  const isOfOther = entry.contact_id !== contact_id;
  const suffix = isOfOther && (
    <InOtherContact contact_id={entry.contact_id} name={names.get(entry.contact_id)} />
  );
  switch (entry.kind) {
    case "contact":
      return (
        <Item entry={entry} title={isOfOther ? "Outro contato" : "Este contato chegou"}>
          {isOfOther && <OtherContact entry={entry} />}
        </Item>
      );
    case "note":
      return (
        <Item entry={entry} title={`${author} anotou`} suffix={suffix}>
          <Quote>{entry.text}</Quote>
          {entry.may_delete && <DeleteNote id={entry.id} />}
        </Item>
      );
    case "reply":
      return (
        <Item entry={entry} title={`${author} respondeu por e-mail`} suffix={suffix}>
          <Quote>
            <strong className="font-medium">{entry.subject}</strong>
            {"\n"}
            {entry.text}
          </Quote>
          <Delivery state={entry.state} error={entry.error} can_send_mail={can_send_mail} />
        </Item>
      );
    case "change":
      return <Item entry={entry} title={`${author} ${entry.text}`} suffix={suffix} />;
  }
}

function Item({
  entry: { at },
  title,
  suffix,
  children,
}: {
  entry: TimelineEntry;
  title: string;
  /** Follows the title. */
  suffix?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
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

function Quote({ children }: { children: ReactNode }) {
  return (
    <p className="bg-sunken rounded-lg px-3 py-2 leading-6 wrap-break-word whitespace-pre-wrap">{children}</p>
  );
}

/** The suffix for an entry of another contact than the open one, with a link to it. */
function InOtherContact({ contact_id, name }: { contact_id: string; name: string | undefined }) {
  const link = (text: string) => (
    <Link to={panelPaths.contact(contact_id)} className="font-medium underline underline-offset-4">
      {text}
    </Link>
  );
  return (
    <span className="text-muted">
      {" "}
      {name ? <>em outro contato: {link(name)}</> : <>em {link("outro contato")}</>}
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

type Reply = Extract<TimelineEntry, { kind: "reply" }>;

function Delivery({
  state,
  error,
  can_send_mail,
}: Pick<Reply, "state" | "error"> & { can_send_mail: boolean }) {
  if (state === "sent") return <p className="text-muted text-xs">Enviado</p>;
  if (state === "failed") return <p className="text-danger text-xs font-medium">Não entregue. {error}</p>;
  return (
    <p className="text-warning text-xs">
      {can_send_mail ? "Na fila" : "Na fila, à espera de um servidor de e-mail"}
      {error && `. ${error}`}
    </p>
  );
}

/** The button that deletes a note. It asks first, because a deleted note can't be restored. */
function DeleteNote({ id }: { id: string }) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => body(api.DELETE("/api/contacts/notes/{id}", { params: { path: { id } } })),
    onSuccess: () => notify.success("Anotação apagada"),
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
