/** The page that verifies a certificate of an erasure. The form works without JavaScript, and the result can be printed. */
import { clsx } from "clsx/lite";
import { Check, CircleAlert } from "lucide-react";

import type { CertificateResult, CertificateView, Layout } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { controlProps, Field } from "@/ui/field";
import { Unbroken } from "@/ui/unbroken";

export function CertificatePage({
  content,
  public_key,
  result,
  posted,
}: CertificateView & { layout: Layout }) {
  const isRead = result !== null && result.facts.length > 0;
  return (
    <article className="frame pt-14 pb-24 lg:pt-20 lg:pb-32">
      <h1 className={clsx("text-display max-w-[18ch] text-balance", isRead && "print:hidden")}>
        <Unbroken text={content.title} />
      </h1>
      {isRead && (
        <p aria-hidden className="text-display hidden print:block">
          {content.print_title}
        </p>
      )}
      {result ? (
        <Result result={result} />
      ) : (
        <p className="text-muted mt-6 max-w-[40rem] text-xl text-pretty">
          <Unbroken text={content.lead} />
        </p>
      )}
      <CertificateForm labels={content.form} posted={posted} />
      <section className="border-line mt-14 max-w-[44rem] border-t pt-8">
        <h2 className="text-xl font-bold">{content.key_title}</h2>
        <p className="text-muted mt-3 text-pretty">{content.key_text}</p>
        <p className="mt-3 font-mono break-all">{public_key}</p>
      </section>
      {isRead && <PrintedText title={content.form.text} text={posted.text} />}
      <a href={content.back.url} className={button({ look: "line", className: "mt-10 print:hidden" })}>
        {content.back.label}
      </a>
    </article>
  );
}

/** On paper, the whole certificate, so that it can be typed or scanned and verified. */
function PrintedText({ title, text }: { title: string; text: string }) {
  return (
    <section className="border-line mt-8 hidden border-t pt-6 print:block">
      <h2 className="text-base font-bold">{title}</h2>
      <pre className="mt-3 font-mono text-[0.625rem] leading-tight break-all whitespace-pre-wrap">{text}</pre>
    </section>
  );
}

interface CertificateFormProps {
  labels: CertificateView["content"]["form"];
  posted: CertificateView["posted"];
}

function CertificateForm({ labels, posted }: CertificateFormProps) {
  return (
    <form
      method="post"
      action={paths.certificate}
      encType="multipart/form-data"
      className="mt-10 grid max-w-[44rem] gap-6 print:hidden"
    >
      <Field id="certificate" label={labels.text}>
        <textarea
          {...controlProps("certificate", undefined, false, "min-h-40 py-3 font-mono text-sm")}
          name="certificate"
          defaultValue={posted.text}
          spellCheck={false}
          autoComplete="off"
        />
      </Field>
      <Field id="file" label={labels.file}>
        <input
          {...controlProps(
            "file",
            undefined,
            false,
            "cursor-pointer py-2 file:mr-3 file:cursor-pointer file:rounded-sm file:bg-sunken file:px-3 file:py-1 file:font-semibold",
          )}
          name="file"
          type="file"
          accept=".json,application/json"
        />
      </Field>
      <Field id="email" label={labels.email} hint={labels.email_hint}>
        <input
          {...controlProps("email", undefined, true, "h-12")}
          name="email"
          type="email"
          defaultValue={posted.email}
          autoComplete="email"
        />
      </Field>
      <button type="submit" className={button({ className: "justify-self-start" })}>
        {labels.submit}
      </button>
    </form>
  );
}

function Result({ result }: { result: CertificateResult }) {
  const Icon = result.is_valid ? Check : CircleAlert;
  return (
    <section className="mt-10 max-w-[44rem]" aria-labelledby="resultado">
      <div
        className={clsx(
          "flex items-start gap-4 rounded-md px-5 py-4",
          result.is_valid ? "bg-success-soft text-success" : "bg-warning-soft text-warning",
        )}
      >
        <Icon aria-hidden className="mt-1 size-6 shrink-0" strokeWidth={2.5} />
        <div>
          <h2 id="resultado" className="text-xl font-bold">
            {result.title}
          </h2>
          <p className="mt-1 text-pretty">{result.text}</p>
          {result.email && <p className="mt-1 font-semibold wrap-anywhere">{result.email}</p>}
        </div>
      </div>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
        {result.facts.map(({ label, values }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="max-sm:-mt-3">
              {values.map((value) => (
                <p key={value} className="mt-1 wrap-anywhere first:mt-0">
                  {value}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
