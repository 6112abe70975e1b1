/** What an import would do, and the declaration that it requires. */
import { useEffect, useId, useRef } from "react";

import type { ImportRowOutcome, LeftOutRow, SubscriptionImportResult } from "@/api/types";
import { formatNumber } from "@/panel/format";
import { type BadgeItem, BadgeList } from "@/panel/list/badge-list";

type Counts = Pick<
  SubscriptionImportResult,
  "confirmed" | "invited" | "existing" | "unsubscribed" | "refused" | "invalid"
>;

/** Texts of the outcomes: name of the count, text for one row, text for several rows. */
const OUTCOMES: readonly [keyof Counts, string, string][] = [
  [
    "confirmed",
    "entra confirmada, com prova de consentimento",
    "entram confirmadas, com prova de consentimento",
  ],
  ["invited", "recebe por e-mail um pedido de confirmação", "recebem por e-mail um pedido de confirmação"],
  ["existing", "já está na lista", "já estão na lista"],
  ["unsubscribed", "não quer receber e fica de fora", "não querem receber e ficam de fora"],
  ["refused", "foi recusada antes e fica de fora", "foram recusadas antes e ficam de fora"],
  ["invalid", "tem erro e fica de fora", "têm erro e ficam de fora"],
];

const LEFT_OUT: Readonly<Record<ImportRowOutcome, BadgeItem["badge"]>> = {
  unsubscribed: { label: "não quer receber", tone: "neutral" },
  refused: { label: "recusada", tone: "danger" },
  invalid: { label: "erro", tone: "danger" },
};

/** Returns the outcomes that have rows, each with the number of rows. */
export function outcomesOf(counts: Counts): { count: string; text: string }[] {
  return OUTCOMES.filter(([name]) => counts[name] > 0).map(([name, one, many]) => ({
    count: formatNumber(counts[name]),
    text: counts[name] === 1 ? one : many,
  }));
}

/** What an import would do. Scrolls to itself when it appears, because it is below the fields. */
export function Preview({ preview }: { preview: SubscriptionImportResult }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces, because React would call the returned promise as the cleanup function.
    section.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { left_out, invited, sends_mail } = preview;
  const hidden = preview.unsubscribed + preview.refused + preview.invalid - left_out.length;
  return (
    <section ref={section} aria-label="O que acontece com as linhas" className="grid scroll-mb-5 gap-4">
      <div role="status">
        <dl className="bg-sunken grid grid-cols-[auto_1fr] gap-x-2.5 gap-y-1 rounded-lg p-3.5 text-sm">
          {outcomesOf(preview).map(({ count, text }) => (
            <div key={text} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-right font-semibold tabular-nums">{count}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {invited > 0 && (
        <p className="text-muted text-sm">
          {sends_mail
            ? "Os pedidos saem aos poucos, sem atrasar os outros e-mails. Cada pessoa recebe um só, com um link que vale por 7 dias. Quem não confirma fica pendente e sai da lista em 30 dias, ou no prazo definido em Pessoas."
            : "O envio de e-mails não está configurado: os pedidos esperam até que esteja. Quem não confirma fica pendente e sai da lista em 30 dias, ou no prazo definido em Pessoas."}
        </p>
      )}
      {preview.unknown_interests.length > 0 && (
        <p className="text-warning text-sm text-pretty">
          O site não oferece {preview.unknown_interests.length === 1 ? "este assunto" : "estes assuntos"} do
          arquivo: {preview.unknown_interests.join(", ")}. Quem não tiver outro assunto recebe todas as
          edições.
        </p>
      )}
      {left_out.length > 0 && <BadgeList label="Linhas que ficam de fora" items={left_out.map(itemOf)} />}
      {hidden > 0 && <p className="text-muted text-sm">E mais {formatNumber(hidden)}.</p>}
    </section>
  );
}

const itemOf = ({ line, email, outcome, reason }: LeftOutRow): BadgeItem => ({
  text: `Linha ${formatNumber(line)}: ${email || "sem e-mail"}`,
  detail: reason,
  badge: LEFT_OUT[outcome],
});

interface DeclarationProps {
  value: boolean;
  /** How often the user has tried to import without the declaration. Each time, the checkbox gets the focus. */
  refusals: number;
  onChange: (value: boolean) => void;
}

/** The declaration of the legal basis. */
export function Declaration({ value, refusals, onChange }: DeclarationProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    input.current?.focus();
    // The error is below the checkbox.
    input.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [refusals]);
  const error = refusals > 0 && "Marque a declaração para importar as linhas com data.";
  return (
    <div className="flex scroll-mb-5 items-start gap-2.5">
      <input
        ref={input}
        id={id}
        type="checkbox"
        className="accent-accent mt-0.5 size-4 shrink-0"
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          Declaro que estas pessoas consentiram em receber a newsletter (LGPD, art. 7º, I)
        </label>
        <span id={`${id}-hint`} className="text-muted text-xs">
          A declaração, com o seu nome, fica na auditoria. Sem ela, tire do arquivo as datas e os textos: cada
          pessoa recebe então um pedido de confirmação.
        </span>
        <span id={`${id}-error`} role="alert" className="text-danger text-sm empty:hidden">
          {error}
        </span>
      </span>
    </div>
  );
}
