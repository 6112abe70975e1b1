/** The notice that asks for consent, and the preferences. Without `onChoose` it is a preview in the panel. */
import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";

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
            <button type="button" data-consent-choose onClick={onOpenChoices}>
              {texts.choose}
            </button>
          </Buttons>
        </div>
      )}
    </section>
  );
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
        <button type="submit">{texts.choices.save}</button>
        <button type="button" onClick={() => onChoose?.(all)}>
          {texts.accept}
        </button>
        <button type="button" onClick={() => onChoose?.([])}>
          {texts.refuse}
        </button>
        {canClose ? (
          <button type="button" onClick={onClose}>
            {texts.choices.close}
          </button>
        ) : null}
      </Buttons>
    </form>
  );
}
