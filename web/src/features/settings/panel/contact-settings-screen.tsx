/** The screen 'Configurações de Contato': the company's phone, addresses, profiles and business hours. */
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { panelPaths } from "@/lib/paths";
import { TextLink } from "@/panel/controls/text-link";
import { Field, TextArea } from "@/panel/form/field";
import { Screen } from "@/panel/screen";
import type { Part } from "./form-record";
import { FIELD_LABELS as labels } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import { ProfileField } from "./social-form";
import { type SettingsForm, useSettingsForm } from "./use-settings-form";

const PARTS: readonly Part[] = [
  { name: "contact", fields: ["phone", "whatsapp", "email", "address", "business_hours", "about_text"] },
  { name: "social", fields: ["linkedin", "facebook", "instagram"] },
];

const MESSAGES = {
  saved: "Configurações salvas!",
  failed: "Não foi possível salvar as configurações de contato.",
};

interface FormProps {
  form: SettingsForm;
}

export function ContactSettingsScreen() {
  const cache = useQueryClient();
  const form = useSettingsForm(PARTS, MESSAGES, () => void showIgnoredHours(cache));
  return (
    <Screen title="Configurações de Contato">
      <div className="max-w-5xl">
        <SettingsFrame form={form} action="Salvar Configurações" history="contact">
          <BasicFields form={form} />
          <Profiles form={form} />
          <BusinessHours form={form} />
          <Section title="Sobre a empresa" text="Aparece na primeira coluna do rodapé.">
            <TextArea label={labels.about_text} {...form.field("about_text")} />
          </Section>
        </SettingsFrame>
      </div>
    </Screen>
  );
}

function BasicFields({ form: { field } }: FormProps) {
  return (
    <Section
      title="Informações Básicas"
      text="Também usado no cabeçalho, no rodapé, na página de contato, nos botões de ligar e nos dados que os buscadores leem."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.phone} type="tel" autoComplete="tel" {...field("phone")} />
        <Field
          label={labels.whatsapp}
          type="tel"
          autoComplete="off"
          hint="Em branco, os botões de WhatsApp não aparecem."
          {...field("whatsapp")}
        />
      </div>
      <Field
        label={labels.email}
        type="email"
        autoComplete="email"
        hint="Recebe também os avisos de novos contatos. Em branco, eles vão para os administradores."
        {...field("email")}
      />
      <Field
        label={labels.address}
        autoComplete="street-address"
        hint="Em branco, o site mostra só a cidade."
        {...field("address")}
      />
    </Section>
  );
}

function Profiles({ form }: FormProps) {
  return (
    <Section
      title="Redes Sociais"
      text={
        <>
          Os mesmos perfis de{" "}
          <TextLink to={`${panelPaths.generalSettings}?aba=redes-sociais`}>Configurações Gerais</TextLink>,
          onde ficam também YouTube e Twitter/X.
        </>
      }
    >
      <ProfileField form={form} network="linkedin" />
      <ProfileField form={form} network="facebook" />
      <ProfileField form={form} network="instagram" />
    </Section>
  );
}

function BusinessHours({ form }: FormProps) {
  return (
    <Section
      title="Horário de Atendimento"
      text="Uma linha para cada período, como “Segunda a sexta, 08:00–18:00”. Os buscadores e o prazo de 24 horas para responder usam estes horários. Quem já escreveu continua com o prazo que recebeu."
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

/**
 * Query of the business hours that the server parsed from the saved text. Saving these settings or restoring a version
 * fetches it again, because its key starts with theirs.
 */
const parsedHours = queryOptions({
  queryKey: ["settings", "contact", "parsed-hours"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/business-hours", { signal })),
});

/** Scrolls to the field of the business hours if the server couldn't parse lines that were saved now. */
async function showIgnoredHours(cache: QueryClient): Promise<void> {
  const before = cache.getQueryData(parsedHours.queryKey)?.ignored ?? [];
  // Without an answer, there is nothing to show.
  const parsed = await cache.query({ ...parsedHours, staleTime: 0 }).catch(() => null);
  if (!parsed || parsed.ignored.every((line) => before.includes(line))) return;
  document.getElementsByName("business_hours")[0]?.scrollIntoView({ block: "center", behavior: "smooth" });
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
        Contam para o prazo de resposta: <span className="text-ink">{data.lines.join("; ")}</span>. Feriados
        nacionais não contam.
      </p>
      <p role="status" className="bg-warning-soft text-warning rounded-lg px-4 py-3 empty:hidden">
        {data.ignored.length > 0 &&
          `Não reconhecido: ${data.ignored.join("; ")}. Escreva os dias e os horários, como “Sábado, 08:00–12:00”.`}
      </p>
    </div>
  );
}
