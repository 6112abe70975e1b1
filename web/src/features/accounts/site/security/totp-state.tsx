/** Shows whether the account requires codes of an authenticator app, and turns that on and off. */
import { formatMoment } from "@/features/accounts/site/format-moment";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { Confirmation } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";
import { useConfirmation } from "./use-confirmation";

const ON = "bg-accent-soft text-accent-strong";
const OFF = "bg-sunken text-muted";

export function TotpState({
  text: { totp: text },
  labels,
  account,
  send,
  refresh,
  fail,
  onEnroll,
}: SecurityProps & { onEnroll: () => void }) {
  const stopping = useConfirmation(stop, fail(text.stop_failed_title));
  const since = account.factor.totp_since;

  async function stop() {
    await send("DELETE", "/api/auth/second-factor/totp");
    await refresh(true);
    void showToast({ kind: "success", title: text.stopped_title }, labels);
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        {text.title}
        <span className={`${since ? ON : OFF} rounded-full px-3 py-0.5 text-sm`}>
          {since ? text.on : text.off}
        </span>
      </h3>
      <p key={since} className="text-muted mt-2 text-pretty">
        {since ? text.lead_on : text.lead_off}
        {since ? (
          <>
            {" "}
            {text.since} <time dateTime={since}>{formatMoment(since)}</time>.
          </>
        ) : null}
      </p>
      {stopping.isOpen ? (
        <Confirmation
          labels={labels}
          question={text.stop_question}
          lead={text.stop_lead}
          submit={text.stop_submit}
          cancel={text.cancel}
          {...stopping.answers}
        />
      ) : (
        <button
          type="button"
          onClick={since ? stopping.open : onEnroll}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {since ? text.stop : text.start}
        </button>
      )}
    </div>
  );
}
