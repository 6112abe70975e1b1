/** The facts about a contact: next step, stage, addresses, service, source and consent. */
import { Mail, Phone, UserX } from "lucide-react";
import { type ReactNode, useState } from "react";

import { CONTACT_CHANNEL_LABELS } from "@/api/labels";
import { readSession } from "@/api/session";
import type { Contact } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { pageName } from "@/features/contacts/panel/source-page";
import { StageFact } from "@/features/contacts/panel/stages/stage-fact";
import { NextStepFact } from "@/features/contacts/panel/steps/next-step-fact";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { ErasePersonDialog } from "@/panel/dialog/erase-person-dialog";
import { formatDateTime } from "@/panel/format";
import { ConsentText } from "./consent-text";
import { mailLink, phoneLink } from "./links";

interface FactsProps {
  contact: Contact;
  /** Called after the person was erased. */
  onErased: () => void;
}

export function Facts({ contact, onErased }: FactsProps) {
  const { email, phone, message, channel, created_at, consent_id } = contact;
  const isErased = email === "" && phone === "";
  const { service } = splitMessage(message);
  return (
    <>
      <div className="border-line @max-lines:py-2 @sm:@max-lines:grid-cols-2 mb-3 grid gap-x-6 gap-y-3 border-b pb-3">
        <NextStepFact contact={contact} />
        <StageFact contact={contact} />
      </div>
      <dl className="@max-lines:py-2 @sm:@max-lines:grid-cols-2 grid gap-x-6 gap-y-3">
        <Address
          label="E-mail"
          text={email}
          link={mailLink}
          icon={<Mail aria-hidden />}
          missing={isErased ? "Dados apagados" : "Não informado"}
          copy="Copiar e-mail"
        />
        <Address
          label="Telefone"
          text={phone}
          link={phoneLink}
          icon={<Phone aria-hidden />}
          missing={isErased ? "Dados apagados" : "Não informado"}
          copy="Copiar telefone"
        />
        <Fact label="Serviço de interesse">
          {service ? <Badge>{service}</Badge> : <span className="text-muted">Não informado</span>}
        </Fact>
        <Fact label="Canal">{CONTACT_CHANNEL_LABELS[channel]}</Fact>
        <Fact label="Recebido em">
          <time dateTime={created_at}>{formatDateTime(created_at)}</time>
        </Fact>
        <SourceFact contact={contact} />
        <Fact label="Aviso de privacidade no envio">
          {channel === "form" ? (
            <ConsentText id={consent_id} />
          ) : (
            <span className="text-muted">Nenhum: não veio pelo formulário do site</span>
          )}
        </Fact>
      </dl>
      <ErasePerson email={email} onDone={onErased} />
    </>
  );
}

/** The source of the sender's visit. It is unknown without JavaScript or if the browser asks not to be tracked. */
function SourceFact({ contact }: { contact: Contact }) {
  const { source_page, source_referrer, utm_source, utm_medium, utm_campaign, whatsapp_code } = contact;
  if (whatsapp_code) {
    return (
      <Fact label="Origem">
        <p className="min-w-0 wrap-anywhere">
          {["Botão de WhatsApp do site", utm_campaign].filter(Boolean).join(" · ")}
          <span className="text-muted block text-xs">
            {source_page && <>Na {pageName(source_page)}. </>}
            Protocolo <span className="whitespace-nowrap">{whatsapp_code}</span>
          </span>
        </p>
      </Fact>
    );
  }
  const campaign = [utm_source, utm_medium, utm_campaign].filter(Boolean).join(" / ");
  return (
    <Fact label="Origem">
      {source_page ? (
        <p className="min-w-0 wrap-anywhere">
          {[source_referrer ?? "Acesso direto", campaign].filter(Boolean).join(" · ")}
          <span className="text-muted block text-xs">Visita iniciada na {pageName(source_page)}</span>
        </p>
      ) : (
        <span className="text-muted">Desconhecida</span>
      )}
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs font-medium">{label}</dt>
      <dd className="flex min-h-8 items-center gap-1 text-sm">{children}</dd>
    </div>
  );
}

interface AddressProps {
  label: string;
  /** Empty if it is unknown, or after the sender's data was erased. */
  text: string;
  /** Returns the link that opens the address. */
  link: (text: string) => string;
  icon: ReactNode;
  /** Shown instead of a blank address. */
  missing: string;
  /** Label of the button that copies the address. */
  copy: string;
}

function Address({ label, text, link, icon, missing, copy }: AddressProps) {
  if (text === "") {
    return (
      <Fact label={label}>
        <span className="text-muted">{missing}</span>
      </Fact>
    );
  }
  return (
    <Fact label={label}>
      <a
        href={link(text)}
        className="decoration-control hover:decoration-ink [&_svg]:text-muted flex min-w-0 items-center gap-2 rounded-sm underline underline-offset-4 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </a>
      <CopyButton text={text} label={copy} />
    </Fact>
  );
}

/** For administrators: erases all data of the contact's sender. */
function ErasePerson({ email, onDone }: { email: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  // After an erasure the contact has no email address, but the dialog still shows the certificate.
  if (!isAsking && (email === "" || readSession()?.user.role !== "admin")) return null;
  return (
    <>
      <Button variant="ghost" size="sm" className="mt-3 -ml-2.5" icon={UserX} onClick={() => setAsking(true)}>
        Apagar dados da pessoa
      </Button>
      {isAsking && <ErasePersonDialog email={email} onErased={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}
