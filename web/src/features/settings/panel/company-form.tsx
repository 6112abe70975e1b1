/** The tab 'Empresa': the company's names, logo, color and facts. */
import { Controller, useWatch } from "react-hook-form";

import { AccentField } from "@/features/settings/panel/appearance/accent-field";
import { LogoSample } from "@/features/settings/panel/appearance/logo-sample";
import { Field, TextArea } from "@/panel/form/field";
import type { Part } from "./form-record";
import type { PictureField } from "./picture-field";
import { FIELD_LABELS as labels } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import type { SettingsForm } from "./use-settings-form";

export const COMPANY_PARTS: readonly Part[] = [
  {
    name: "company",
    fields: [
      "name",
      "full_name",
      "cnpj",
      "data_officer",
      "data_officer_contact",
      "tagline",
      "description",
      "logo",
      "logo_dark",
      "accent_color",
      "founded",
      "employees",
      "location",
      "mission",
      "vision",
      "values",
    ],
  },
];

interface FormProps {
  form: SettingsForm;
}

interface CompanyFormProps extends FormProps {
  Picture: PictureField;
}

export function CompanyForm({ form, Picture }: CompanyFormProps) {
  return (
    <SettingsFrame form={form} action="Salvar Informações" history="company">
      <Identity form={form} Picture={Picture} />
      <Registration form={form} />
      <AccentColor form={form} />
      <Facts form={form} />
      <Pillars form={form} />
    </SettingsFrame>
  );
}

function Identity({ form, Picture }: CompanyFormProps) {
  const { field } = form;
  const [logo, dark] = useWatch({ control: form.form.control, name: ["logo", "logo_dark"] });
  return (
    <Section
      title="Identificação"
      text="O nome aparece no cabeçalho, no rodapé, nos títulos das páginas, nos e-mails e no painel. Também usado em Menu e Rodapé."
    >
      <Field label={labels.name} autoComplete="organization" {...field("name")} />
      <Field label={labels.tagline} hint="A frase curta no topo de todas as páginas." {...field("tagline")} />
      <TextArea
        label={labels.description}
        hint="O que a empresa faz, em uma ou duas frases. Os buscadores leem este texto."
        {...field("description")}
      />
      <LogoField form={form} Picture={Picture} name="logo" />
      <LogoField
        form={form}
        Picture={Picture}
        name="logo_dark"
        hint="Opcional: sem ela, a mesma logo aparece nos dois temas."
      />
      <LogoSample logo={logo} dark={dark} />
    </Section>
  );
}

interface LogoFieldProps extends CompanyFormProps {
  name: "logo" | "logo_dark";
  hint?: string;
}

function LogoField({ form, Picture, name, hint }: LogoFieldProps) {
  return (
    <Controller
      control={form.form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Picture
          label={labels[name]}
          kind="logo"
          {...(hint && { hint })}
          value={value}
          error={form.errors[name]?.message}
          onChange={onChange}
        />
      )}
    />
  );
}

function Registration({ form: { field } }: FormProps) {
  return (
    <Section
      title="Registro"
      text="Razão social e CNPJ aparecem no rodapé, nos termos de uso, na política de privacidade e nos dados que os buscadores leem; o encarregado, na política de privacidade e, com o canal preenchido, na página de pedidos de privacidade. O que está em branco não aparece."
    >
      <Field label={labels.full_name} hint="Como está registrada." {...field("full_name")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.cnpj} placeholder="12.345.678/0001-95" {...field("cnpj")} />
        <Field label={labels.data_officer} hint="Nome completo da pessoa." {...field("data_officer")} />
        <Field
          label={labels.data_officer_contact}
          hint="E-mail ou outro canal para pedidos sobre dados pessoais. Em branco, o site mostra o e-mail da empresa."
          {...field("data_officer_contact")}
        />
      </div>
    </Section>
  );
}

function AccentColor({ form }: FormProps) {
  return (
    <Section
      title="Cor"
      text="Dos botões, links e destaques do site, deste painel, dos e-mails e das imagens de compartilhamento. O que ficaria ilegível é ajustado."
    >
      <Controller
        control={form.form.control}
        name="accent_color"
        render={({ field: accent }) => (
          <AccentField label={labels.accent_color} error={form.errors["accent_color"]?.message} {...accent} />
        )}
      />
    </Section>
  );
}

function Facts({ form: { field } }: FormProps) {
  return (
    <Section
      title="Números e lugar"
      text="Aparecem nas páginas Início e Sobre e nos dados que os buscadores leem."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.founded} inputMode="numeric" placeholder="2014" {...field("founded")} />
        <Field label={labels.employees} placeholder="15-50" {...field("employees")} />
      </div>
      <Field
        label={labels.location}
        hint="Cidade e estado, como Recife, PE. Os textos do site os citam. O endereço completo fica em Configurações de Contato."
        {...field("location")}
      />
    </Section>
  );
}

function Pillars({ form: { field } }: FormProps) {
  return (
    <Section title="Missão, visão e valores" text="Aparecem nos pilares da página Sobre.">
      <TextArea label={labels.mission} {...field("mission")} />
      <TextArea label={labels.vision} {...field("vision")} />
      <TextArea label={labels.values} {...field("values")} />
    </Section>
  );
}
