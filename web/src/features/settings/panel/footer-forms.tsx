/**
 * The forms for the settings in header and footer. The screen 'Menu e Rodapé' shows them beside the menu and the footer's
 * sections.
 */
import { panelPaths } from "@/lib/paths";
import { TextLink } from "@/panel/controls/text-link";
import { Field } from "@/panel/form/field";
import type { Part } from "./form-record";
import { FIELD_LABELS as labels } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import { ProfileField } from "./social-form";
import type { SettingsForm } from "./use-settings-form";

export const FOOTER_COMPANY_PARTS: readonly Part[] = [
  { name: "company", fields: ["name", "full_name", "copyright"] },
  { name: "contact", fields: ["phone", "email"] },
];

export const FOOTER_SOCIAL_PARTS: readonly Part[] = [
  { name: "social", fields: ["facebook", "instagram", "linkedin"] },
];

export const FOOTER_MESSAGES = {
  company: {
    saved: "Informações da empresa salvas!",
    failed: "Não foi possível salvar as informações da empresa.",
  },
  social: { saved: "Redes sociais salvas!", failed: "Não foi possível salvar as redes sociais." },
};

export function FooterCompanyForm({ form }: { form: SettingsForm }) {
  const { field } = form;
  return (
    <SettingsFrame form={form} action="Salvar Informações" history="company">
      <Section
        title="Empresa"
        text={
          <>
            O nome aparece no cabeçalho e no rodapé. Também usado em{" "}
            <TextLink to={panelPaths.generalSettings}>Configurações Gerais</TextLink>, nos títulos das páginas
            e nos e-mails.
          </>
        }
      >
        <Field label={labels.name} autoComplete="organization" {...field("name")} />
        <Field label={labels.full_name} hint="Como está registrada." {...field("full_name")} />
        <Field
          label={labels.copyright}
          hint="No fim do rodapé. {year} é trocado pelo ano atual."
          {...field("copyright")}
        />
      </Section>
      <Section
        title="Contato"
        text={
          <>
            Também usado em <TextLink to={panelPaths.contactSettings}>Configurações de Contato</TextLink>, na
            página de contato e nos botões de ligar.
          </>
        }
      >
        <Field label={labels.phone} type="tel" autoComplete="tel" {...field("phone")} />
        <Field label={labels.email} type="email" autoComplete="email" {...field("email")} />
      </Section>
    </SettingsFrame>
  );
}

export function FooterSocialForm({ form }: { form: SettingsForm }) {
  return (
    <SettingsFrame form={form} action="Salvar Redes Sociais" history="social">
      <Section
        title="Redes Sociais"
        text={
          <>
            Cada rede com endereço ganha um link no rodapé; as outras não aparecem. Também usado em{" "}
            <TextLink to={`${panelPaths.generalSettings}?tab=social`}>Configurações Gerais</TextLink>, onde
            ficam também YouTube e Twitter/X, e em{" "}
            <TextLink to={panelPaths.contactSettings}>Configurações de Contato</TextLink>.
          </>
        }
      >
        <ProfileField form={form} network="facebook" />
        <ProfileField form={form} network="instagram" />
        <ProfileField form={form} network="linkedin" />
      </Section>
    </SettingsFrame>
  );
}
