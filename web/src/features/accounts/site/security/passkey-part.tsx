/** The user's passkeys, and the form that creates one. */
import { useRef, useState } from "react";

import type { Passkey, PasskeyChallenge, RegisteredPasskey } from "@/api/types";
import { supportsPasskeys } from "@/features/accounts/core/passkey-support";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { PasskeyItem, PasskeyNameForm } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";

export function PasskeyPart(props: SecurityProps & { onNewCodes: (codes: string[]) => void }) {
  const { text, labels, account, send, refresh, onNewCodes } = props;
  const passkeysText = text.passkeys;
  const { passkeys } = account.factor;
  const [isNaming, setNaming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isSupported = supportsPasskeys();

  async function create(name: string) {
    const { createPasskey } = await import("@/features/accounts/core/passkeys");
    const ask = () => send<PasskeyChallenge>("POST", "/api/auth/passkeys/challenge");
    const body = await createPasskey(ask, name, {
      canceled: passkeysText.canceled,
      exists: passkeysText.known,
    });
    const { codes } = await send<RegisteredPasskey>("POST", "/api/auth/passkeys", body);
    await refresh(true);
    setNaming(false);
    if (codes.length > 0) onNewCodes(codes);
    void showToast(
      { kind: "success", title: passkeysText.created_title, description: passkeysText.created_text },
      labels,
    );
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {passkeysText.title}
      </h3>
      <p className="text-muted mt-2 text-pretty">
        {isSupported ? passkeysText.lead : passkeysText.unsupported}
      </p>
      {passkeys.length > 0 ? (
        <ul aria-label={passkeysText.title} className="border-line *:border-line mt-4 divide-y border-y">
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
      {isNaming ? (
        <PasskeyNameForm
          id="passkey-name"
          text={passkeysText}
          labels={labels}
          submit={passkeysText.create_submit}
          failedTitle={passkeysText.create_failed_title}
          onSubmit={create}
          onCancel={() => setNaming(false)}
        />
      ) : null}
      {isSupported && !isNaming ? (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {passkeysText.create}
        </button>
      ) : null}
    </div>
  );
}
