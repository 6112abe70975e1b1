/** The open contact in a pane beside the list; on small screens, in place of the list. */
import { ArrowLeft, X } from "lucide-react";
import { useId, useLayoutEffect } from "react";

import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { useMedia } from "@/lib/use-media";
import { Button } from "@/panel/controls/button";
import { focusRow } from "@/panel/list/focus-row";
import { useEscape } from "@/panel/shortcuts";
import { OpenContact, type Opened, Steps } from "./opened";

/** Screens with both panes. */
const TWO_PANES = "(width >= 64rem)";

export function ContactPane(opened: Opened) {
  const { id, previous, next, following, open, close } = opened;
  const { compose } = useTriage();
  const hasTwoPanes = useMedia(TWO_PANES);
  const titleId = useId();
  usePageTop(id, !hasTwoPanes);
  const leave = (to: string) => {
    close();
    requestAnimationFrame(() => focusRow(to));
  };
  useEscape(() => leave(id));
  const openFollowing = () => {
    open(following);
    // With a keyboard, the next reply can be typed at once.
    if (following && hasTwoPanes) compose({ id: following.id, mode: "email" });
  };
  return (
    <article
      aria-labelledby={titleId}
      className="writing:h-dvh writing:min-h-0 flex flex-col max-lg:min-h-[calc(100dvh-3.25rem)] lg:h-full"
    >
      <div className="border-line writing:hidden flex shrink-0 items-center gap-1 border-b px-3 py-1.5 max-lg:order-first sm:px-5">
        <Button variant="ghost" className="h-11 px-2 lg:hidden" icon={ArrowLeft} onClick={() => leave(id)}>
          Voltar
        </Button>
        <Steps {...opened} />
        <Button
          variant="ghost"
          size="icon"
          className="max-lg:hidden"
          aria-label="Fechar"
          onClick={() => leave(id)}
        >
          <X aria-hidden />
        </Button>
      </div>
      <OpenContact
        key={id}
        id={id}
        heading={(name) => (
          <>
            <Button
              variant="ghost"
              className="writing:inline-flex hidden size-11"
              aria-label="Voltar"
              onClick={() => leave(id)}
            >
              <ArrowLeft aria-hidden />
            </Button>
            <h2
              ref={focusTitle}
              id={titleId}
              tabIndex={-1}
              data-contact-name
              className="writing:text-base writing:truncate text-lg font-semibold tracking-tight wrap-break-word outline-none"
            >
              {name}
            </h2>
          </>
        )}
        onNext={following && openFollowing}
        onDone={() => leave((next ?? previous)?.id ?? id)}
      />
    </article>
  );
}

/**
 * Ref of the name: focuses it when it appears, so that screen readers announce the contact, unless a composer has the focus. A
 * contact that isn't listed has another element for it until it has loaded.
 */
function focusTitle(title: HTMLElement | null): void {
  if (!title || title.closest("article")?.contains(document.activeElement)) return;
  title.focus({ preventScroll: true });
}

/** In place of the list, shows the contact from its top, and the list where it was when the contact closes. */
function usePageTop(id: string, isEnabled: boolean): void {
  useLayoutEffect(() => {
    if (!isEnabled) return;
    const { scrollY } = window;
    return () => window.scrollTo({ top: scrollY, behavior: "instant" });
  }, [isEnabled]);
  useLayoutEffect(() => {
    if (isEnabled) window.scrollTo({ top: 0, behavior: "instant" });
  }, [id, isEnabled]);
}
