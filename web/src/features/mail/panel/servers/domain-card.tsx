/** The records of the sender's domain: SPF, DKIM and DMARC, with what to do about each. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { RecordCheck, RecordKind, RecordState } from "@/api/types";
import { Badge, type Tone } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { CopyButton } from "@/panel/controls/copy-button";
import { SaveForm } from "@/panel/edit/save-form";
import { Skeletons } from "@/panel/feedback/skeleton";
import { Field } from "@/panel/form/field";
import { domainCheck } from "./queries";
import type { OutgoingRecord } from "./record";

const KINDS: Readonly<Record<RecordKind, { title: string; text: string }>> = {
  spf: { title: "SPF", text: "Quais servidores podem enviar e-mails do domínio." },
  dkim: { title: "DKIM", text: "A assinatura que prova que o e-mail não foi alterado." },
  dmarc: { title: "DMARC", text: "O que fazer com e-mails falsos em nome do domínio." },
};

const STATES: Readonly<Record<RecordState, { label: string; tone: Tone }>> = {
  good: { label: "Certo", tone: "success" },
  weak: { label: "Pode melhorar", tone: "warning" },
  missing: { label: "Falta", tone: "danger" },
  invalid: { label: "Com erro", tone: "danger" },
  unknown: { label: "Não verificado", tone: "neutral" },
};

export function DomainCard({ mail }: { mail: OutgoingRecord }) {
  const [selector, setSelector] = useState(mail.dkim_selector);
  const [checked, setChecked] = useState(mail.dkim_selector);
  const { from_email, host } = mail;
  const check = useQuery({
    ...domainCheck({ from_email, host, dkim_selector: checked }),
    enabled: from_email !== "",
  });
  const domain = from_email.split("@").at(-1) ?? "";
  function verify(): void {
    const next = selector.trim();
    if (next === checked) void check.refetch();
    else setChecked(next);
  }
  return (
    <Card title="Domínio do remetente">
      {from_email === "" ? (
        <p className="text-muted text-sm">
          Salve o envio para verificar se o domínio do remetente está preparado para enviar e-mails.
        </p>
      ) : (
        <div className="grid gap-4">
          <p className="text-muted max-w-prose text-sm">
            Sem estes registros em <strong className="text-ink font-medium">{domain}</strong>, muitos e-mails
            vão para o spam. Quem cuida do domínio (onde ele foi registrado ou hospedado) os cria em poucos
            minutos; a mudança pode levar algumas horas para aparecer.
          </p>
          <SaveForm
            onSave={verify}
            className="flex flex-wrap items-end gap-3"
            aria-label="Verificar o domínio"
          >
            {mail.source === "environment" && (
              <div className="w-full sm:w-64">
                <Field
                  label="Seletor DKIM"
                  placeholder="os mais comuns"
                  autoComplete="off"
                  spellCheck={false}
                  autoCapitalize="none"
                  value={selector}
                  onChange={({ target }) => setSelector(target.value)}
                />
              </div>
            )}
            <Button type="submit" busy={check.isFetching}>
              {check.isFetching ? "Verificando…" : "Verificar de novo"}
            </Button>
          </SaveForm>
          <div aria-busy={check.isFetching} className="grid gap-3">
            {check.data?.checks.map((record) => (
              <Check key={record.kind} check={record} />
            ))}
            {check.isPending && <Skeletons label="Verificando o domínio…" parts={["h-24", "h-24", "h-24"]} />}
            {check.error && !check.isFetching && (
              <p role="alert" className="bg-danger-soft rounded-md px-3 py-2 text-sm">
                {messageOf(check.error)}
              </p>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

function Check({ check: { kind, state, name, found, summary, advice, suggestion } }: { check: RecordCheck }) {
  const { title, text } = KINDS[kind];
  const { label, tone } = STATES[state];
  return (
    <section aria-label={title} className="border-line grid gap-2 rounded-md border px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <Badge tone={tone}>{label}</Badge>
        <p className="text-muted grow basis-52 text-xs">{text}</p>
      </div>
      <p>{summary}</p>
      {found.length > 0 && (
        <ul className="text-muted grid gap-1 text-xs">
          {found.map((record) => (
            <li key={record} className="line-clamp-2 font-mono wrap-anywhere">
              {record}
            </li>
          ))}
        </ul>
      )}
      {advice && <p>{advice}</p>}
      {suggestion && (
        <div className="grid gap-2">
          <RecordPart label="Nome" text={name} />
          <RecordPart label="Texto (TXT)" text={suggestion} />
        </div>
      )}
    </section>
  );
}

function RecordPart({ label, text }: { label: string; text: string }) {
  return (
    <div className="border-control bg-sunken flex items-center gap-3 rounded-md border py-1 pr-1 pl-3">
      <span className="text-muted w-20 shrink-0 text-xs">{label}</span>
      <code className="min-w-0 grow text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label={`Copiar: ${label}`} />
    </div>
  );
}
