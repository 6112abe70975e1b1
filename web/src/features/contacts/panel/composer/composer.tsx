/** The composer at the foot of an open contact: reply by email, WhatsApp or internal note. On small screens it starts as large buttons. */
import { Archive, MessageCircle, Phone, Reply, StickyNote, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import type { Contact } from "@/api/types";
import { focusContactName } from "@/features/contacts/panel/details/focus-name";
import { isLandline, phoneLink, whatsappLink } from "@/features/contacts/panel/details/links";
import {
  type ComposerMode,
  type ComposerRequest,
  useTriage,
} from "@/features/contacts/panel/triage/triage-state";
import { useMedia } from "@/lib/use-media";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Segments } from "@/panel/controls/segments";
import { clearOfToasts } from "@/panel/feedback/clear-of-toasts";
import { readPreferences } from "@/panel/preferences";
import { useEscape } from "@/panel/shortcuts";
import { Colleagues, useNews } from "./colleagues";
import { NoteForm } from "./note-form";
import { PhoneForm } from "./phone-form";
import { hasReplyDraft } from "./reply-draft";
import { ReplyForm } from "./reply-form";

interface Mode {
  value: ComposerMode;
  label: string;
}

/** Returns the ways to answer a contact, the usual one first. A number that has no WhatsApp, or probably none, is called. */
function modesOf({ email, phone }: Contact): Mode[] {
  const isCalled = isLandline(phone) || whatsappLink(phone, "") === null;
  return [
    ...(email === "" ? [] : [{ value: "email", label: "E-mail" } as const]),
    ...(phone === "" ? [] : [{ value: "whatsapp", label: isCalled ? "Telefone" : "WhatsApp" } as const]),
    { value: "note", label: "Anotação" },
  ];
}

/** Screens on which the composer is always open. On smaller ones it would leave no space for the conversation. */
const ROOMY = "(width >= 75rem) and (height >= 50rem)";

interface ComposerProps {
  contact: Contact;
  /** Opens the contact to answer next; undefined if there is none. */
  onNext: (() => void) | undefined;
}

export function Composer({ contact, onNext }: ComposerProps) {
  const { id, email } = contact;
  const { layout, request, onRequestTaken } = useTriage();
  const own = request?.id === id ? request : null;
  const news = useNews(id);
  const modes = modesOf(contact);
  const [mode, setMode] = useState<ComposerMode>(modes[0]?.value ?? "note");
  const [isOpen, setOpen] = useState(() => email !== "" && hasReplyDraft(id));
  /** Number of canceled replies and notes that were added to a draft. The form reads it again after each. */
  const [restored, setRestored] = useState(0);
  const taken = useTaken(own, (taken) => {
    if (taken.isRestored) setRestored(restored + 1);
    if (modes.some(({ value }) => value === taken.mode)) setMode(taken.mode);
    setOpen(true);
  });
  const isRoomy = useMedia(ROOMY);
  const element = useRef<HTMLElement>(null);
  /** Scroll position of the page when the composer was opened. */
  const scrolled = useRef(0);
  const setElement = useCallback((section: HTMLElement | null) => {
    element.current = section;
    const stop = clearOfToasts(section);
    return () => {
      element.current = null;
      stop?.();
    };
  }, []);
  const isShown = isRoomy || isOpen;
  useEffect(() => {
    if (!taken) return;
    focusText(element.current);
    onRequestTaken();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a request is taken once
  }, [taken]);
  const open = (mode: ComposerMode) => {
    if (!isShown) scrolled.current = window.scrollY;
    // At once, because phones show their keyboard only for a focus within the tap.
    flushSync(() => {
      setMode(mode);
      setOpen(true);
    });
    focusText(element.current);
  };
  // Leaves the field, so that the single keys work again. The contact stays open.
  useEscape(focusContactName, { within: element });
  const close = () => {
    flushSync(() => setOpen(false));
    // On a phone, the open composer shows the contact without the page's scrolling.
    if (layout === "conversa" && scrolled.current > 0)
      window.scrollTo({ top: scrolled.current, behavior: "instant" });
  };
  /** Leaves the field after sending or saving, unless the user has done so. */
  const leaveAfter = () => {
    const { activeElement } = document;
    if (activeElement === document.body || element.current?.contains(activeElement)) focusContactName();
  };
  if (!isShown) return <TriageBar contact={contact} news={news} onOpen={open} />;
  const shown = modes.some(({ value }) => value === mode) ? mode : "note";
  const segments = <Segments label="Como responder" options={modes} value={shown} onChange={open} />;
  // A reply has them beside its subject, which leaves a row to the conversation.
  const isBesideSubject = isRoomy && shown === "email";
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only notes that its fields are used
    <section
      ref={setElement}
      aria-label="Responder"
      // What is written and uploaded must survive a smaller window, such as that of a turned tablet.
      onFocus={() => setOpen(true)}
      onInput={() => setOpen(true)}
      className={cn(
        "border-line bg-surface writing:[@media(height<32rem)]:max-h-[60dvh] flex max-h-[75dvh] shrink-0 flex-col gap-2 border-t px-4 py-2 max-lg:sticky max-lg:bottom-0 sm:px-6 lg:[@media(height>=50rem)]:py-3",
        // In a pane, it shrinks if the conversation would have less than its minimum height.
        layout === "conversa" ? "lg:min-h-0 lg:shrink" : "sm:max-h-[60dvh]",
      )}
    >
      {!isBesideSubject && (
        <div className="flex shrink-0 items-center justify-between gap-2">
          {segments}
          {!isRoomy && (
            <Button
              variant="ghost"
              size="icon"
              className="size-11 lg:size-8"
              aria-label="Fechar a resposta"
              onClick={() => {
                focusContactName();
                close();
              }}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      )}
      <Colleagues contact_id={id} news={news} />
      {shown === "email" && (
        <ReplyForm
          key={restored}
          contact={contact}
          lead={isBesideSubject && segments}
          onNext={onNext}
          onSent={() => {
            leaveAfter();
            close();
          }}
        />
      )}
      {shown === "whatsapp" && <PhoneForm contact={contact} />}
      {shown === "note" && <NoteForm key={restored} id={id} onSaved={leaveAfter} />}
    </section>
  );
}

/** Returns the last request, and calls `take` once for each while it renders. */
function useTaken(request: ComposerRequest | null, take: (request: ComposerRequest) => void) {
  const [taken, setTaken] = useState<ComposerRequest | null>(null);
  if (request && request !== taken) {
    setTaken(request);
    take(request);
  }
  return taken;
}

/** Focuses the text of the composer, at its end or before the signature; without a text, the button that calls. */
function focusText(composer: HTMLElement | null): void {
  const text = composer?.querySelector("textarea");
  if (!text) {
    composer?.querySelector<HTMLElement>("[data-call]")?.focus();
    return;
  }
  const { signature } = readPreferences();
  const isSigned = signature !== "" && text.value.endsWith(`\n\n${signature}`);
  const end = text.value.length - (isSigned ? signature.length + 2 : 0);
  text.focus();
  text.setSelectionRange(end, end);
}

interface TriageBarProps {
  contact: Contact;
  news: string | undefined;
  onOpen: (mode: ComposerMode) => void;
}

/** Large buttons for the most frequent actions on a phone. */
function TriageBar({ contact, news, onOpen }: TriageBarProps) {
  const { archive } = useTriage();
  const { id, email, phone, status } = contact;
  const isCallFirst = email === "" && isLandline(phone);
  return (
    <div
      ref={clearOfToasts}
      data-triage-bar
      className="border-line bg-surface sticky bottom-0 shrink-0 border-t px-2 py-1.5"
    >
      <div className="px-2 sm:px-4">
        <Colleagues contact_id={id} news={news} />
      </div>
      <div role="group" aria-label="Responder" className="grid auto-cols-fr grid-flow-col gap-1">
        {email !== "" && (
          <BigButton icon={<Reply aria-hidden />} isPrimary onClick={() => onOpen("email")}>
            Responder
          </BigButton>
        )}
        {phone !== "" && (
          <>
            <Button asChild variant={isCallFirst ? "primary" : "ghost"} className={BIG}>
              <a href={phoneLink(phone)}>
                <Phone aria-hidden />
                Ligar
              </a>
            </Button>
            <BigButton
              icon={<MessageCircle aria-hidden />}
              isPrimary={email === "" && !isCallFirst}
              onClick={() => onOpen("whatsapp")}
            >
              WhatsApp
            </BigButton>
          </>
        )}
        <BigButton icon={<StickyNote aria-hidden />} onClick={() => onOpen("note")}>
          Anotar
        </BigButton>
        {status !== "archived" && (
          <BigButton icon={<Archive aria-hidden />} onClick={() => archive([id])}>
            Arquivar
          </BigButton>
        )}
      </div>
    </div>
  );
}

const BIG = "h-14 min-w-0 flex-col gap-1 px-0 text-xs [&_svg]:size-5";

interface BigButtonProps {
  icon: ReactNode;
  isPrimary?: boolean;
  onClick: () => void;
  children: string;
}

function BigButton({ icon, isPrimary = false, onClick, children }: BigButtonProps) {
  return (
    <Button variant={isPrimary ? "primary" : "ghost"} className={BIG} onClick={onClick}>
      {icon}
      {children}
    </Button>
  );
}
