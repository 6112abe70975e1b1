/** The sections of 'Configurações de Contato' about the promised response time: business hours, closed days, hours, and share. */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Controller, useWatch } from "react-hook-form";

import { api, body } from "@/api/client";
import type { PromiseOverview } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Switch } from "@/panel/controls/switch";
import { TextLink } from "@/panel/controls/text-link";
import { Field, TextArea } from "@/panel/form/field";
import { formatDate, formatNumber } from "@/panel/format";
import { FIELD_LABELS as labels, type FieldName } from "./records";
import { parseServiceHours, problemOf, withServiceHours } from "./service-hours";
import { Section } from "./settings-frame";
import type { SettingsForm } from "./use-settings-form";

interface FormProps {
  form: SettingsForm;
}

export const PROMISE_FIELDS: readonly FieldName[] = [
  "business_hours",
  "closed_days",
  "promised_hours",
  "service_hours",
  "met_promises",
  "met_promises_minimum",
];

/**
 * Query of the business hours that the server parsed from the saved text, and of the next closed days. Saving these settings or
 * restoring a version fetches it again, because its key starts with theirs.
 */
const parsedHours = queryOptions({
  queryKey: ["settings", "contact", "parsed-hours"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/business-hours", { signal })),
});

/** Query of the services of the contact form and of the share of promises met. It is fetched again like `parsedHours`. */
const promiseOverview = queryOptions({
  queryKey: ["settings", "contact", "promise"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/promise", { signal })),
});

/** Scrolls to the field of the business hours if the server couldn't parse lines that were saved now. */
export async function showIgnoredHours(cache: QueryClient): Promise<void> {
  const before = cache.getQueryData(parsedHours.queryKey)?.ignored ?? [];
  // Without an answer, there is nothing to show.
  const parsed = await cache.query({ ...parsedHours, staleTime: 0 }).catch(() => null);
  if (!parsed || parsed.ignored.every((line) => before.includes(line))) return;
  document.getElementsByName("business_hours")[0]?.scrollIntoView({ block: "center", behavior: "smooth" });
}

export function PromiseSections({ form }: FormProps) {
  return (
    <>
      <BusinessHours form={form} />
      <ClosedDays form={form} />
      <PromisedHours form={form} />
      <MetPromises form={form} />
    </>
  );
}

function BusinessHours({ form }: FormProps) {
  return (
    <Section
      title="Horário de Atendimento"
      text="Uma linha para cada período, como “Segunda a sexta, 08:00–18:00”. Os buscadores e o prazo de resposta usam estes horários."
    >
      <TextArea
        label={labels.business_hours}
        placeholder={"Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00"}
        {...form.field("business_hours")}
      />
      <ParsedHours isChanged={form.form.formState.dirtyFields["business_hours"] === true} />
    </Section>
  );
}

/** Shows the business hours that count for the response time, and the lines that the server couldn't parse. */
function ParsedHours({ isChanged }: { isChanged: boolean }) {
  const { data } = useQuery(parsedHours);
  if (!data) return null;
  if (isChanged) {
    return (
      <p className="text-muted text-sm">Salve para ver quais horários contam para o prazo de resposta.</p>
    );
  }
  if (data.is_fallback) {
    return (
      <p className="bg-warning-soft text-warning rounded-lg px-4 py-3 text-sm">
        Nenhuma linha salva tem dias e horários reconhecidos. Enquanto isso, o prazo de resposta conta segunda
        a sexta, 08:00–18:00.
      </p>
    );
  }
  return (
    <div className="text-muted grid gap-1 text-sm">
      <p>
        Contam para o prazo de resposta: <span className="text-ink">{data.lines.join("; ")}</span>.
      </p>
      <p role="status" className="bg-warning-soft text-warning rounded-lg px-4 py-3 empty:hidden">
        {data.ignored.length > 0 &&
          `Não reconhecido: ${data.ignored.join("; ")}. Escreva os dias e os horários, como “Sábado, 08:00–12:00”.`}
      </p>
    </div>
  );
}

function ClosedDays({ form }: FormProps) {
  const { data } = useQuery(parsedHours);
  const isChanged = form.form.formState.dirtyFields["closed_days"] === true;
  return (
    <Section
      title="Dias sem atendimento"
      text="Recessos e feriados do estado e da cidade. O prazo de resposta não corre neles. Os feriados nacionais já contam."
    >
      <TextArea
        label={labels.closed_days}
        placeholder={"24/12/2026 a 04/01/2027: Recesso de fim de ano\n09/07: Revolução Constitucionalista"}
        hint="Uma linha para cada dia ou período, com o nome. Sem o ano, repete-se todo ano."
        {...form.field("closed_days")}
      />
      {data && !isChanged && (
        <div className="text-muted text-sm">
          <p>Próximos dias sem atendimento:</p>
          <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
            {data.next_closed.map((day) => (
              <li key={day} className="text-ink">
                {day}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function PromisedHours({ form }: FormProps) {
  const { control } = form.form;
  const general = useWatch({ control, name: "promised_hours" });
  return (
    <Section
      title="Prazo de Resposta"
      text="O site, os e-mails e o painel prometem este prazo, que corre só nos dias em que a empresa atende. Quem já espera fica com o prazo que vencer mais tarde: o que recebeu ou o novo."
    >
      <Field
        label={labels.promised_hours}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
        hint="Um dia de atendimento são 24 horas."
        {...form.field("promised_hours")}
      />
      <Controller
        control={control}
        name="service_hours"
        render={({ field, fieldState }) => (
          <ServiceHours {...field} general={general} error={fieldState.error?.message} />
        )}
      />
      <p className="text-muted text-sm">
        Quem fica responsável pelos contatos novos se escolhe em{" "}
        <TextLink to={panelPaths.assignment}>Distribuição</TextLink>.
      </p>
    </Section>
  );
}

interface ServiceHoursProps {
  value: string;
  general: string;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** One field of hours for each service of the contact form, and for other services that still have hours. */
function ServiceHours({ value, general, error, ref, onChange, onBlur }: ServiceHoursProps) {
  const { data } = useQuery(promiseOverview);
  const hours = parseServiceHours(value);
  const offered = data?.services ?? [];
  const services = [...offered, ...[...hours.keys()].filter((service) => data && !offered.includes(service))];
  const refused = services.find((service) => problemOf(service, error));
  return (
    <fieldset>
      <legend className="text-sm font-medium">{labels.service_hours}</legend>
      <p className="text-muted mt-1 text-xs">
        Horas para cada serviço do formulário de contato, cuja lista fica em{" "}
        <TextLink to={panelPaths.page("contact")}>Páginas</TextLink>. Em branco, vale o prazo geral.
      </p>
      <div className="mt-3 grid grid-cols-2 items-end gap-x-4 gap-y-3 sm:grid-cols-3">
        {services.map((service) => (
          <Field
            key={service}
            ref={service === (refused ?? services[0]) ? ref : undefined}
            label={offered.includes(service) ? service : `${service} (fora do formulário)`}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-24"
            placeholder={general}
            error={problemOf(service, error)}
            value={hours.get(service) ?? ""}
            onChange={({ target }) => onChange(withServiceHours(value, service, target.value))}
            onBlur={onBlur}
          />
        ))}
      </div>
      {error && !refused && <p className="text-danger mt-2 text-sm">{error}</p>}
    </fieldset>
  );
}

function MetPromises({ form }: FormProps) {
  const { data } = useQuery(promiseOverview);
  return (
    <Section
      title="Respostas no prazo"
      text="A página de contato pode mostrar a parcela dos pedidos dos últimos 90 dias que foram respondidos no prazo."
    >
      <Controller
        control={form.form.control}
        name="met_promises"
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            label="Mostrar no site"
            hint="Em outros textos, {promises_met} também dá a parcela, ou some com a frase."
            checked={value === "on"}
            onChange={({ target }) => onChange(target.checked ? "on" : "off")}
            {...field}
          />
        )}
      />
      <Field
        label={labels.met_promises_minimum}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
        hint="Abaixo dela, o site não mostra nada."
        {...form.field("met_promises_minimum")}
      />
      {data && <Share overview={data} />}
    </Section>
  );
}

/** The share of promises met, and whether the site shows it. */
function Share({ overview }: { overview: PromiseOverview }) {
  const { counted_at } = overview.met;
  return (
    <div className="border-line rounded-lg border px-4 py-3 text-sm">
      <p className="font-medium">{describeShare(overview)}</p>
      <p className="text-muted mt-1">
        Contam os pedidos cujo prazo venceu no período, menos os suspeitos, os excluídos e os arquivados sem
        resposta.{counted_at && ` Contagem de ${formatDate(counted_at)}, refeita todo dia.`}
      </p>
    </div>
  );
}

/** Returns '19 de 20 pedidos respondidos no prazo (95%). O site mostra.' */
export function describeShare({ met: { due, met }, percent, is_shown, min_due }: PromiseOverview): string {
  if (percent === null) return "Nenhum prazo venceu nos últimos 90 dias. O site não mostra a parcela.";
  const counts = `${formatNumber(met)} de ${formatNumber(due)} ${due === 1 ? "pedido respondido" : "pedidos respondidos"} no prazo (${percent}%).`;
  if (is_shown) return `${counts} O site mostra.`;
  return due < min_due
    ? `${counts} Com menos de ${min_due}, o site não mostra.`
    : `${counts} O site não mostra.`;
}
