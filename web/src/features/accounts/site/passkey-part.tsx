/** The passkeys of an account: making, naming and removing them. */
import { useState } from "react";

import type { Passkey, PasskeyChallenge, RegisteredPasskey } from "@/api/types";
import { Failure } from "@/lib/failure";
import { passkeysWork } from "@/lib/passkeys-work";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { onDemand } from "./on-demand";
import { PasskeyNameForm } from "./passkey-name-form";
import type { SecurityProps } from "./security-part";

const PasskeyItem = onDemand(async () => (await import("./passkey-item")).PasskeyItem);

export function PasskeyPart(props: SecurityProps & { onNewCodes: (codes: string[]) => void }) {
  const { text, labels, account, send, refresh, onNewCodes } = props;
  const words = text.passkeys;
  const { passkeys } = account.factor;
  const [naming, setNaming] = useState(false);
  const works = passkeysWork();

  async function create(name: string) {
    const { makePasskey, isCanceled, isKnown } = await import("@/lib/passkeys");
    const asked = await send<PasskeyChallenge>("POST", "/api/auth/passkeys/challenge");
    const credential = await makePasskey(asked.options).catch((error: unknown) => {
      if (isKnown(error)) throw new Failure(words.known);
      throw isCanceled(error) ? new Failure(words.canceled) : error;
    });
    const body = { challenge: asked.challenge, name, credential };
    const { codes } = await send<RegisteredPasskey>("POST", "/api/auth/passkeys", body);
    await refresh(true);
    setNaming(false);
    if (codes.length > 0) onNewCodes(codes);
    void showToast({ kind: "success", title: words.created_title, description: words.created_text }, labels);
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 className="text-lg font-semibold">{words.title}</h3>
      <p className="text-muted mt-2 text-pretty">{works ? words.lead : words.unsupported}</p>
      {passkeys.length > 0 ? (
        <ul aria-label={words.title} className="border-line *:border-line mt-4 divide-y border-y">
          {passkeys.map((passkey: Passkey) => (
            <PasskeyItem key={passkey.id} {...props} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {naming ? (
        <PasskeyNameForm
          id="passkey-name"
          text={words}
          labels={labels}
          submit={words.create_submit}
          failedTitle={words.create_failed_title}
          onSubmit={create}
          onCancel={() => setNaming(false)}
        />
      ) : null}
      {works && !naming ? (
        <button
          type="button"
          onClick={() => setNaming(true)}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {words.create}
        </button>
      ) : null}
    </div>
  );
}
