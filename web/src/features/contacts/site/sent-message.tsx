/** Shown instead of the form after sending: the sent message, and the deadline of the reply. */
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";

import type { ContactFormText, LayoutCompany } from "@/api/types";
import { button } from "@/ui/button";
import { ChannelLinks } from "./channel-links";
import type { SentContact } from "./send-contact";

interface SentMessageProps {
  text: ContactFormText;
  company: LayoutCompany;
  sent: SentContact;
  /** Shows the empty form again. */
  onNewMessage: () => void;
}

export function SentMessage({ text, company, sent, onNewMessage }: SentMessageProps) {
  const { after } = text;
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
        {text.sent_text} {after.deadline} <strong>{sent.deadline}</strong>.
      </p>
      <h4 className="text-muted mt-6 text-sm font-semibold">{after.contents}</h4>
      <p className="bg-sunken mt-2 max-h-60 overflow-y-auto rounded-lg p-4 text-[0.9375rem] wrap-break-word whitespace-pre-line">
        {sent.message}
      </p>
      {sent.service ? (
        <p className="mt-2 text-sm wrap-break-word">
          {text.service}: <strong>{sent.service}</strong>
        </p>
      ) : null}
      <p className="text-muted mt-2 text-sm wrap-break-word">
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
