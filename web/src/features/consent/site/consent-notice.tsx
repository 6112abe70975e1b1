/** The notice that asks for consent, and the preferences. Without `onChoose` it is a preview in the panel. */
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useRef, useState } from "react";

import type { ConsentCategory, ConsentNotice as Notice } from "@/api/types";
import { ConsentChoices } from "./consent-choices";

interface ConsentNoticeProps {
  notice: Notice;
  showsChoices: boolean;
  /** The categories that the visitor has agreed to. */
  agreed?: readonly ConsentCategory[];
  /** Id of the visitor's choice. */
  code?: string;
  /** Whether the visitor was not asked, because the browser asks not to be tracked. */
  isRefusedBySignal?: boolean;
  /** Whether the visitor has already chosen or refused, so that the preferences can be closed. */
  canClose?: boolean;
  ref?: Ref<HTMLElement>;
  onChoose?: (categories: readonly ConsentCategory[]) => void;
  onOpenChoices?: () => void;
  onClose?: () => void;
}

/** A region at the bottom of the window. It isn't a dialog, because the page behind it stays usable. */
export function ConsentNotice({ ref, onClose, ...props }: ConsentNoticeProps) {
  const { notice, showsChoices, onChoose, onOpenChoices } = props;
  const clicks = useRepeatedClicks();
  const { texts } = notice;
  const all = [...new Set(notice.trackers.map(({ category }) => category))];
  const closeWithEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape" && showsChoices) onClose?.();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is a shortcut for a button of the region
    <section
      ref={ref}
      className={onChoose ? "consent" : "consent consent-preview"}
      aria-labelledby="consent-title"
      onKeyDown={closeWithEscape}
      onMouseDownCapture={clicks.drop}
      onClickCapture={clicks.drop}
    >
      {showsChoices ? (
        <Preferences {...props} all={all} {...(onClose && { onClose })} />
      ) : (
        <div className="consent-question">
          <div>
            <h2 id="consent-title">{texts.title}</h2>
            <p>
              {texts.text} <a href={texts.policy.url}>{texts.policy.label}</a>
            </p>
          </div>
          <Buttons>
            <button type="button" onClick={() => onChoose?.(all)}>
              {texts.accept}
            </button>
            <button type="button" onClick={() => onChoose?.([])}>
              {texts.refuse}
            </button>
            <button
              type="button"
              data-consent-choose
              onClick={(event) => {
                clicks.follow(event);
                onOpenChoices?.();
              }}
            >
              {texts.choose}
            </button>
          </Buttons>
        </div>
      )}
    </section>
  );
}

/** Time in milliseconds and distance in pixels within which two clicks or taps are a double one. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 24;

/**
 * Drops the second click of a double click on a button that the first click has replaced. Otherwise it would hit the button that
 * has moved there, and store a choice. Browsers don't count the taps of a double tap reliably, so time and place decide.
 */
function useRepeatedClicks() {
  const first = useRef<{ timeStamp: number; clientX: number; clientY: number } | null>(null);
  const follow = ({ timeStamp, clientX, clientY }: MouseEvent) => {
    first.current = { timeStamp, clientX, clientY };
  };
  const drop = (event: MouseEvent) => {
    const { timeStamp, clientX, clientY, detail } = event;
    // The keyboard's clicks have no count.
    if (!first.current || detail === 0) return;
    const distance = Math.hypot(clientX - first.current.clientX, clientY - first.current.clientY);
    if (timeStamp - first.current.timeStamp > DOUBLE_MS || distance > DOUBLE_PX) {
      first.current = null;
      return;
    }
    // Before the click, pressing the button would move the focus to it.
    event.preventDefault();
    event.stopPropagation();
  };
  return { follow, drop };
}

const Buttons = ({ children }: { children: ReactNode }) => <div className="consent-buttons">{children}</div>;

function Preferences({ all, ...props }: Omit<ConsentNoticeProps, "ref"> & { all: ConsentCategory[] }) {
  const { notice, agreed = [], code, canClose, isRefusedBySignal, onChoose, onClose } = props;
  const { texts } = notice;
  const [chosen, setChosen] = useState<ReadonlySet<ConsentCategory>>(() => new Set(agreed));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose?.(all.filter((category) => chosen.has(category)));
      }}
    >
      <h2 id="consent-title" tabIndex={-1}>
        {texts.choices.title}
      </h2>
      <p>
        {isRefusedBySignal ? texts.choices.signal : texts.choices.text}{" "}
        <a href={texts.policy.url}>{texts.policy.label}</a>
      </p>
      <ConsentChoices notice={notice} offered={all} chosen={chosen} onChange={setChosen} />
      {code ? (
        <p className="consent-code">
          {texts.choices.code}: <code>{code}</code>
        </p>
      ) : null}
      <Buttons>
        <button type="button" onClick={() => onChoose?.(all)}>
          {texts.accept}
        </button>
        <button type="button" onClick={() => onChoose?.([])}>
          {texts.refuse}
        </button>
        <button type="submit">{texts.choices.save}</button>
        {canClose ? (
          <button type="button" onClick={onClose}>
            {texts.choices.close}
          </button>
        ) : null}
      </Buttons>
    </form>
  );
}
