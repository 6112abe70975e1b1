/** Sets up an authenticator app: the app reads the secret, and the user confirms with one of its codes. */
import { type ReactNode, useEffect, useRef } from "react";

import type { RecoveryCodes, TotpOffer } from "@/api/types";
import { useTotpOffer } from "@/features/accounts/core/use-totp-offer";
import { useForm } from "@/features/accounts/site/use-form";
import { button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { showToast } from "@/ui/toast";
import { CopyButton } from "./copy-button";
import type { SecurityProps } from "./security-part";

interface TotpEnrollmentProps extends SecurityProps {
  onConfirmed: (codes: string[]) => void;
  onClose: () => void;
}

export function TotpEnrollment(props: TotpEnrollmentProps) {
  const { text, send, fail, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const offer = useTotpOffer(
    () => send("POST", "/api/auth/second-factor/totp"),
    (error) => {
      fail(text.totp.failed_title)(error);
      onClose();
    },
  );
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="border-line mt-6 border-t pt-5">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {text.enrollment.title}
      </h3>
      {offer ? <Steps {...props} offer={offer} /> : null}
    </div>
  );
}

function Steps(props: TotpEnrollmentProps & { offer: TotpOffer }) {
  const text = props.text.enrollment;
  return (
    <ol className="mt-4 grid gap-6">
      <Step number={1} title={text.app}>
        <p className="text-muted">{text.app_hint}</p>
      </Step>
      <Step number={2} title={text.scan}>
        <Secret {...props} />
      </Step>
      <Step number={3} title={text.confirm}>
        <CodeForm {...props} />
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className="bg-accent-soft text-accent-strong grid size-8 place-items-center rounded-full font-semibold"
      >
        {number}
      </span>
      <div className="grid gap-3">
        <p className="pt-1 font-semibold">{title}</p>
        {children}
      </div>
    </li>
  );
}

function Secret({
  text: { enrollment: text, codes },
  labels,
  offer,
}: TotpEnrollmentProps & { offer: TotpOffer }) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      {/* Dark on light in both color schemes, as cameras need it. */}
      <svg
        role="img"
        aria-label={text.qr_code}
        viewBox={`0 0 ${offer.qr_size} ${offer.qr_size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-md"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={offer.qr_path} fill="#000" />
      </svg>
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-3">
        <p className="text-muted">{text.key_lead}</p>
        <code className="bg-sunken rounded-md px-3 py-2 break-words">{offer.key}</code>
        <CopyButton
          text={offer.key.replaceAll(" ", "")}
          label={text.copy_key}
          copied={text.key_copied}
          failed={{ title: codes.copy_failed_title, description: codes.copy_failed_text }}
          labels={labels}
        />
        <a
          href={offer.url}
          className="text-accent inline-flex min-h-6 items-center font-semibold underline-offset-4 hover:underline lg:hidden"
        >
          {text.open_app}
        </a>
      </div>
    </div>
  );
}

function CodeForm({ text, labels, send, refresh, onConfirmed, onClose }: TotpEnrollmentProps) {
  const enrollmentText = text.enrollment;
  const { errors, isBusy, onSubmit } = useForm({
    check: ({ code }) => (code ? {} : { code: enrollmentText.code_missing }),
    send: async (values) => {
      const { codes } = await send<RecoveryCodes>("POST", "/api/auth/second-factor/totp/confirm", values);
      await refresh(true);
      if (codes.length > 0) onConfirmed(codes);
      onClose();
      void showToast(
        {
          kind: "success",
          title: enrollmentText.done_title,
          description: codes.length > 0 ? enrollmentText.done_text : undefined,
        },
        labels,
      );
    },
    failed: { title: enrollmentText.failed_title },
    leaves: true,
    labels,
  });
  return (
    <form
      method="post"
      noValidate
      aria-label={enrollmentText.title}
      aria-busy={isBusy}
      onSubmit={onSubmit}
      className="grid max-w-xs gap-4"
    >
      <TextField
        id="totp-code"
        name="code"
        label={enrollmentText.code}
        error={errors["code"]}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" aria-disabled={isBusy} className={button({ size: "small" })}>
          {isBusy ? enrollmentText.busy : enrollmentText.submit}
        </button>
        <button type="button" onClick={onClose} className={button({ look: "quiet", size: "small" })}>
          {enrollmentText.cancel}
        </button>
      </div>
    </form>
  );
}
