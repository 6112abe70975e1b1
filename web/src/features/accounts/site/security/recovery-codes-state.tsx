/** Shows how many recovery codes are left, and replaces them. */
import type { RecoveryCodes } from "@/api/types";
import { button } from "@/ui/button";
import { showToast } from "@/ui/toast";
import { Confirmation } from "./on-demand-parts";
import type { SecurityProps } from "./security-part";
import { useConfirmation } from "./use-confirmation";

interface RecoveryCodesStateProps extends SecurityProps {
  onNewCodes: (codes: string[]) => void;
}

export function RecoveryCodesState({
  text: { codes: text, totp },
  labels,
  account,
  send,
  refresh,
  fail,
  onNewCodes,
}: RecoveryCodesStateProps) {
  const replacement = useConfirmation(replace, fail(text.replace_failed_title));
  const left = account.factor.recovery_codes_left;

  async function replace() {
    const { codes } = await send<RecoveryCodes>("POST", "/api/auth/second-factor/recovery-codes");
    await refresh(false);
    onNewCodes(codes);
    void showToast({ kind: "success", title: text.replaced_title }, labels);
  }

  return (
    <div className="border-line mt-6 border-t pt-5">
      <p className={left > 0 ? "text-muted" : "text-warning font-semibold"}>
        {left > 0 ? `${text.left} ${left}.` : text.none_left}
      </p>
      {replacement.isOpen ? (
        <Confirmation
          labels={labels}
          question={text.replace_question}
          lead={text.replace_lead}
          submit={text.replace_submit}
          cancel={totp.cancel}
          {...replacement.answers}
        />
      ) : (
        <button
          type="button"
          onClick={replacement.open}
          className={button({ look: "line", size: "small", className: "mt-4" })}
        >
          {text.replace}
        </button>
      )}
    </div>
  );
}
