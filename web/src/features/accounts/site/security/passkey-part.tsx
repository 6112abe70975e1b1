/** The user's passkeys, and the form that creates one. */
import { useRef, useState } from "react";

import type { Passkey, PasskeyChallenge, RegisteredPasskey } from "@/api/types";
import { supportsPasskeys } from "@/features/accounts/core/passkey-support";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { PasskeyItem, PasskeyNameForm } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";

type PasskeyPartProps = SecurityProps & { onNewCodes: (codes: string[]) => void };

export function PasskeyPart(props: PasskeyPartProps) {
  const text = props.text.passkeys;
  const { passkeys } = props.account.factor;
  const heading = useRef<HTMLHeadingElement>(null);
  const isSupported = supportsPasskeys();
  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {text.title}
      </h3>
      <p className="text-muted mt-2 text-pretty">{isSupported ? text.lead : text.unsupported}</p>
      {passkeys.length > 0 ? (
        <ul aria-label={text.title} className="border-line *:border-line mt-4 divide-y border-y">
          {passkeys.map((passkey: Passkey) => (
            <PasskeyItem
              key={passkey.id}
              {...props}
              passkey={passkey}
              // The button that had the focus is removed with its passkey.
              onRemoved={() => heading.current?.focus()}
            />
          ))}
        </ul>
      ) : null}
      {isSupported ? <NewPasskey {...props} /> : null}
    </div>
  );
}

/** A button, and after a click the form that creates a passkey. */
function NewPasskey({ text: { passkeys: text }, labels, send, refresh, onNewCodes }: PasskeyPartProps) {
  const [isNaming, setNaming] = useState(false);

  async function create(name: string) {
    const { createPasskey } = await import("@/features/accounts/core/passkeys");
    const ask = () => send<PasskeyChallenge>("POST", "/api/auth/passkeys/challenge");
    const body = await createPasskey(ask, name, { canceled: text.canceled, exists: text.known });
    const { codes } = await send<RegisteredPasskey>("POST", "/api/auth/passkeys", body);
    await refresh(true);
    setNaming(false);
    if (codes.length > 0) onNewCodes(codes);
    void showToast({ kind: "success", title: text.created_title, description: text.created_text }, labels);
  }

  return isNaming ? (
    <PasskeyNameForm
      id="passkey-name"
      text={text}
      labels={labels}
      submit={text.create_submit}
      failedTitle={text.create_failed_title}
      onSubmit={create}
      onCancel={() => setNaming(false)}
    />
  ) : (
    <button
      type="button"
      onClick={() => setNaming(true)}
      className={button({ look: "line", size: "small", className: "mt-4" })}
    >
      {text.create}
    </button>
  );
}
