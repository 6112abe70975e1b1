/** The delivery of a reply, below its text: canceling it while it is held, and sending it again if it was not delivered. */
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { ApiError } from "@/api/api-error";
import type { Contact, TimelineEntry } from "@/api/types";
import { useRetryReply } from "@/features/contacts/panel/composer/use-reply";
import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { Button } from "@/panel/controls/button";
import { SaveForm } from "@/panel/edit/save-form";
import { Field } from "@/panel/form/field";
import { useFocusHandover } from "@/panel/list/focus-row";
import { focusContactName } from "./focus-name";

type Reply = Extract<TimelineEntry, { kind: "reply" }>;

interface ReplyDeliveryProps {
  reply: Reply;
  contact: Contact;
  can_send_mail: boolean;
}

export function ReplyDelivery({ reply, contact, can_send_mail }: ReplyDeliveryProps) {
  const { cancelReply } = useTriage();
  const { state, error, may_cancel, may_retry } = reply;
  if (state === "sent") {
    return (
      <>
        <p className="text-success text-xs font-medium">Entregue ao servidor</p>
        {error && <p className="text-warning text-xs wrap-anywhere">{error}</p>}
      </>
    );
  }
  if (state === "failed") {
    return (
      <>
        <p className="text-danger text-xs font-medium">Não entregue. {error}</p>
        {may_retry && !contact.deleted_at && contact.email !== "" && (
          <Retry reply={reply} contact={contact} />
        )}
      </>
    );
  }
  return (
    <p className="text-muted flex min-h-8 items-center gap-2 text-xs">
      {can_send_mail ? "Enviando" : "Na fila, até o envio de e-mail ser configurado"}
      {error && `. ${error}`}
      {may_cancel && (
        <Button size="sm" variant="ghost" once onClick={() => cancelReply({ ...reply, name: contact.name })}>
          Desfazer o envio
        </Button>
      )}
    </p>
  );
}

function Retry({ reply: { id, contact_id }, contact }: Pick<ReplyDeliveryProps, "reply" | "contact">) {
  const retry = useRetryReply();
  const [isEditing, setEditing] = useState(false);
  const error = retry.error instanceof ApiError ? retry.error.fields["email"] : undefined;
  // A reply that is sent again has no buttons.
  const box = useFocusHandover<HTMLDivElement>(focusContactName);
  const edit = useRef<HTMLButtonElement>(null);
  const save = (email: string) =>
    retry.mutate(
      { id, contact_id, email },
      {
        onSuccess: () => {
          focusContactName();
          setEditing(false);
        },
        onError: () => box.current?.querySelector("input")?.focus(),
      },
    );
  const close = () => {
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  return (
    <div ref={box}>
      {isEditing ? (
        <AddressForm
          email={contact.email}
          error={error}
          busy={retry.isPending}
          onSave={save}
          onClose={close}
        />
      ) : (
        <p className="flex flex-wrap gap-2">
          <Button size="sm" once busy={retry.isPending} onClick={() => retry.mutate({ id, contact_id })}>
            {retry.isPending ? "Enviando..." : "Tentar de novo"}
          </Button>
          <Button ref={edit} size="sm" onClick={() => setEditing(true)}>
            Corrigir o endereço
          </Button>
        </p>
      )}
    </div>
  );
}

interface AddressFormProps {
  email: string;
  error: string | undefined;
  busy: boolean;
  onSave: (email: string) => void;
  onClose: () => void;
}

function AddressForm({ email, error, busy, onSave, onClose }: AddressFormProps) {
  const [text, setText] = useState(email);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus({ preventScroll: true });
    // With its buttons, which would be below the visible part of the timeline.
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={form}>
      <SaveForm className="border-line grid gap-3 rounded-lg border p-3" onSave={() => onSave(text)}>
        <Field
          label="E-mail do contato"
          type="email"
          value={text}
          error={error}
          onChange={({ target }) => setText(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button size="sm" type="submit" busy={busy}>
            {busy ? "Enviando..." : "Salvar e enviar"}
          </Button>
        </div>
      </SaveForm>
    </div>
  );
}
