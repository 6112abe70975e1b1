/** Answering by phone: the form that opens WhatsApp with a prefilled message, and calling. */
import { MessageCircle } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { Contact } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { useAssigneeName } from "@/features/contacts/panel/assignee";
import { greeting, isLandline, whatsappLink } from "@/features/contacts/panel/details/links";
import {
  describeFilling,
  fillTemplate,
  placeholderProblem,
} from "@/features/contacts/panel/templates/record";
import { useOpenChange } from "@/features/contacts/panel/triage/bulk";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { COMMAND } from "@/panel/controls/kbd";
import { readLocalDraft } from "@/panel/edit/local-draft";
import { useTextDraft } from "@/panel/edit/text-draft";
import { useBrand } from "@/panel/page-title";
import { ComposerFields, ComposerText } from "./composer-text";
import { insertTemplate } from "./insert-template";
import { PhoneActions } from "./phone-actions";
import { TemplateMenu } from "./template-menu";

/** Answers by WhatsApp, or by a call if the number has no WhatsApp or probably has none. */
export function PhoneForm({ contact }: { contact: Contact }) {
  const { id, email, phone } = contact;
  // A text that was written before isn't hidden.
  const [isWriting, setWriting] = useState(() => readLocalDraft(`whatsapp:${id}`) !== null);
  const element = useRef<HTMLDivElement>(null);
  const canWrite = whatsappLink(phone, "") !== null;
  if (canWrite && (isWriting || !isLandline(phone))) {
    return (
      <div ref={element} className="flex min-h-0 flex-col gap-2">
        {email === "" && (
          // With an on-screen keyboard, only the text and the button below it fit.
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 [@media(height<32rem)]:hidden">
            <p className="text-muted grow text-xs">
              Este contato não tem e-mail: responda por telefone ou WhatsApp.
            </p>
            <PhoneActions contact={contact} />
          </div>
        )}
        <WhatsappForm contact={contact} />
      </div>
    );
  }
  const write = () => {
    flushSync(() => setWriting(true));
    element.current?.querySelector("textarea")?.focus();
  };
  return (
    <div className="grid gap-2 py-1">
      <p className="text-muted text-sm">
        {canWrite ? `O telefone ${phone} é fixo` : `O telefone ${phone} não tem WhatsApp`}
        {email === ""
          ? ", e o contato não tem e-mail: ligue para a pessoa."
          : ": ligue ou responda por e-mail."}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {canWrite && (
          <Button
            variant="ghost"
            className="px-2.5 max-lg:h-11 sm:mr-auto"
            icon={MessageCircle}
            onClick={write}
          >
            Escrever pelo WhatsApp
          </Button>
        )}
        <PhoneActions contact={contact} isPrimary />
      </div>
    </div>
  );
}

/** The panel can't know whether the message is sent, so it asks the user to set the status. */
function WhatsappForm({ contact }: { contact: Contact }) {
  const { id, name, phone, message, channel, status } = contact;
  const company = useBrand();
  const { mutate } = useOpenChange();
  const start = greeting(name, company, splitMessage(message).service, channel);
  const { draft, change, remove } = useTextDraft(`whatsapp:${id}`, start);
  const button = useRef<HTMLAnchorElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const [hasTried, setTried] = useState(false);
  const assignee = useAssigneeName(contact);
  const text = fillTemplate(draft.text, contact, assignee);
  const problem = placeholderProblem(text);
  const write = (text: string) => {
    setTried(false);
    change(text);
  };
  const insert = (template: string) => {
    const isUntouched = draft.text.trim() === "" || draft.text === start;
    const inserted = isUntouched
      ? { text: template, position: template.length }
      : insertTemplate(draft.text, area.current, template);
    flushSync(() => write(inserted.text));
    area.current?.focus();
    area.current?.setSelectionRange(inserted.position, inserted.position);
  };
  const ask = () =>
    notify.success("Conversa aberta no WhatsApp", "Depois de enviar, marque como respondido.", {
      label: "Marcar",
      run: () => mutate({ contact, action: "status", status: "replied" }),
    });
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    button.current?.click();
  };
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <ComposerFields>
        <ComposerText
          ref={area}
          label="Mensagem para o WhatsApp"
          value={draft.text}
          hint={describeFilling(draft.text, contact, assignee)}
          error={hasTried ? problem : undefined}
          onChange={({ target }) => write(target.value)}
          onKeyDown={openByKey}
        />
      </ComposerFields>
      <div className="flex shrink-0 items-center justify-between gap-2">
        <TemplateMenu contact={contact} onChoose={insert} />
        <Button asChild variant="primary" className="max-lg:h-11" title={`${COMMAND} Enter`}>
          <a
            ref={button}
            href={whatsappLink(phone, text) ?? undefined}
            target="_blank"
            rel="noreferrer"
            onClick={(event) => {
              if (problem) {
                event.preventDefault();
                setTried(true);
                return;
              }
              remove();
              if (status !== "replied") ask();
            }}
          >
            <MessageCircle aria-hidden />
            Abrir no WhatsApp
          </a>
        </Button>
      </div>
    </div>
  );
}
