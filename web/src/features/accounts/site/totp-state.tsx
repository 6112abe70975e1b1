/** Whether codes of an authenticator app are asked for, and starting and stopping that. */
import { useState } from "react";

import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { moment } from "./moment";
import { Question } from "./question";
import type { SecurityProps } from "./security-part";

export function TotpState({
  text: { totp: text },
  labels,
  account,
  send,
  refresh,
  fail,
  onEnroll,
}: SecurityProps & { onEnroll: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const since = account.factor.totp_since;

  async function stop() {
    setBusy(true);
    try {
      await send("DELETE", "/api/auth/second-factor/totp");
      await refresh(true);
      setAsking(false);
      void showToast({ kind: "success", title: text.stopped_title }, labels);
    } catch (error) {
      fail(text.stop_failed_title)(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        {text.title}
        <span
          className={
            since
              ? "bg-accent-soft text-accent-strong rounded-full px-3 py-0.5 text-sm"
              : "bg-sunken text-muted rounded-full px-3 py-0.5 text-sm"
          }
        >
          {since ? text.on : text.off}
        </span>
      </h3>
      <p className="text-muted mt-2 text-pretty">
        {since ? text.lead_on : text.lead_off}
        {since ? (
          <>
            {" "}
            {text.since} <time dateTime={since}>{moment(since)}</time>.
          </>
        ) : null}
      </p>
      {asking ? (
        <Question
          labels={labels}
          question={text.stop_question}
          lead={text.stop_lead}
          submit={text.stop_submit}
          cancel={text.cancel}
          busy={busy}
          onConfirm={() => void stop()}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <button
          type="button"
          onClick={since ? () => setAsking(true) : onEnroll}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {since ? text.stop : text.start}
        </button>
      )}
    </div>
  );
}
