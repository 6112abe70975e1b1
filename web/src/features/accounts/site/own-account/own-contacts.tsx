/** The contacts sent with this account, and their status. */
import type { OwnContact, OwnRequestsText } from "@/api/types";
import { formatMoment } from "@/features/accounts/site/format-moment";
import { button } from "@/ui/button";

const TONES: Record<OwnContact["status"], string> = {
  new: "bg-accent-soft text-accent-strong",
  read: "bg-sunken text-ink",
  replied: "bg-info-soft text-info",
  archived: "bg-sunken text-muted",
};

interface OwnContactsProps {
  text: OwnRequestsText;
  contacts: OwnContact[];
}

export function OwnContacts({ text, contacts }: OwnContactsProps) {
  if (contacts.length === 0) {
    return (
      <>
        <p className="text-muted mt-3 text-pretty">{text.empty}</p>
        <a href={text.action.url} className={button({ size: "small", className: "mt-5" })}>
          {text.action.label}
        </a>
      </>
    );
  }
  return (
    <ul className="border-line *:border-line mt-5 divide-y border-y">
      {contacts.map((contact) => (
        <li key={contact.id} className="py-4">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
            <h3 className="font-semibold wrap-anywhere">{contact.title}</h3>
            <p className={`rounded-full px-3 py-0.5 text-sm font-semibold ${TONES[contact.status]}`}>
              <span className="sr-only">{text.status}: </span>
              <span>{contact.status_label}</span>
            </p>
          </div>
          <p className="text-muted text-sm">
            {text.sent} <time dateTime={contact.created_at}>{formatMoment(contact.created_at)}</time>
          </p>
          {contact.deadline && (
            <p className="text-sm font-semibold">
              {text.deadline} <span>{contact.deadline}</span>
            </p>
          )}
          <details className="mt-2">
            <summary className="text-accent inline-flex min-h-6 cursor-pointer font-semibold underline-offset-4 hover:underline">
              {text.message}
            </summary>
            <p className="mt-2 wrap-anywhere whitespace-pre-line">{contact.message}</p>
          </details>
          {contact.replies.map((reply) => (
            <div key={reply.sent_at} className="border-accent mt-4 border-l-2 pl-4">
              <p className="text-muted text-sm">
                {text.reply} <time dateTime={reply.sent_at}>{formatMoment(reply.sent_at)}</time>
              </p>
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply.text}</p>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
