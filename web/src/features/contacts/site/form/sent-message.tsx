/** Shown instead of the form after sending: the sent message with its files, and the deadline of the reply. */
import { CircleCheck, Paperclip } from "lucide-react";
import { useEffect, useRef } from "react";

import type { ContactFormText, LayoutCompany, UnsentFile } from "@/api/types";
import { ChannelLinks } from "@/features/contacts/site/channel-links";
import { UnsentFiles } from "@/features/contacts/site/files/unsent-files";
import { button } from "@/ui/button";
import type { SentContact } from "./send-contact";

interface SentMessageProps {
  text: ContactFormText;
  company: LayoutCompany;
  sent: SentContact;
  unsentFiles: UnsentFile[];
  /** Shows the empty form again. */
  onNewMessage: () => void;
}

export function SentMessage({ text, company, sent, unsentFiles, onNewMessage }: SentMessageProps) {
  const { after } = text;
  const files = sent.file_names.filter((name) => !unsentFiles.some((unsent) => unsent.name === name));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="enviado" className="border-line bg-surface mt-9 rounded-xl border p-6 sm:p-8">
      <CircleCheck aria-hidden className="text-success size-9" strokeWidth={1.75} />
      <h3
        ref={heading}
        id="enviado"
        tabIndex={-1}
        className="mt-4 text-2xl leading-tight font-bold tracking-tight outline-none"
      >
        {text.sent_title}
      </h3>
      <p className="mt-3 text-lg text-pretty">
        {sent.sent_text} {after.deadline} <strong>{sent.deadline}</strong>.
      </p>
      <UnsentFiles text={text.files} files={unsentFiles} />
      <h4 className="text-muted mt-6 text-sm font-semibold">{after.contents}</h4>
      <p className="bg-sunken mt-2 max-h-60 overflow-y-auto rounded-lg p-4 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
        {sent.message}
      </p>
      {sent.service ? (
        <p className="mt-2 text-sm wrap-anywhere">
          {text.service}: <strong>{sent.service}</strong>
        </p>
      ) : null}
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {files.map((name, index) => (
            <li key={index} className="flex items-start gap-2">
              <Paperclip aria-hidden className="text-muted mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted mt-2 text-sm wrap-anywhere">
        {[sent.name, sent.company, sent.email, sent.phone].join(" · ")}
      </p>
      {(company.phone || company.whatsapp_url) && (
        <>
          <p className="mt-6 font-semibold">{after.urgent}</p>
          <ChannelLinks text={after} company={company} />
        </>
      )}
      <button
        type="button"
        onClick={onNewMessage}
        className={button({ look: "quiet", className: "mt-6 -ml-4" })}
      >
        {after.again}
      </button>
    </section>
  );
}
