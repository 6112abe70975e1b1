/** The screen 'Configurações de Contato': the company's phone, addresses, profiles, business hours and promised response time. */
import { useQueryClient } from "@tanstack/react-query";

import { panelPaths } from "@/lib/paths";
import { TextLink } from "@/panel/controls/text-link";
import { Field, TextArea } from "@/panel/form/field";
import { Screen } from "@/panel/screen";
import type { Part } from "./form-record";
import { PROMISE_FIELDS, PromiseSections, showIgnoredHours } from "./promise-sections";
import { FIELD_LABELS as labels } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import { ProfileField } from "./social-form";
import { type SettingsForm, useSettingsForm } from "./use-settings-form";

const PARTS: readonly Part[] = [
  { name: "contact", fields: ["phone", "whatsapp", "email", "address", ...PROMISE_FIELDS, "about_text"] },
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
          <PromiseSections form={form} />
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
          <TextLink to={`${panelPaths.generalSettings}?tab=social`}>Configurações Gerais</TextLink>, onde
          ficam também YouTube e Twitter/X.
        </>
      }
    >
      <ProfileField form={form} network="linkedin" />
      <ProfileField form={form} network="facebook" />
      <ProfileField form={form} network="instagram" />
    </Section>
  );
}
