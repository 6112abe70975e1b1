/** The tab 'SEO': texts and pictures for search engines and shared links. */
import { useQuery } from "@tanstack/react-query";
import { Controller, useWatch } from "react-hook-form";

import { Field, TextArea } from "@/panel/form/field";
import { DESCRIPTION_LENGTH, lengthHint, SearchPreview, TITLE_LENGTH } from "@/panel/form/search-preview";
import { factsOf, withFacts } from "./facts";
import type { Part } from "./form-record";
import type { PictureField } from "./picture-field";
import { settingsRecord } from "./queries";
import { FIELD_LABELS as labels } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import type { SettingsForm } from "./use-settings-form";

export const SEO_PARTS: readonly Part[] = [
  {
    name: "seo",
    fields: ["page_title", "site_title", "site_description", "keywords", "og_image", "favicon"],
  },
];

export function SeoForm({ form, Picture }: { form: SettingsForm; Picture: PictureField }) {
  const values = useWatch({ control: form.form.control });
  const text = (name: string) => values[name] ?? "";
  const company = useQuery(settingsRecord("company")).data?.value;
  const contact = useQuery(settingsRecord("contact")).data?.value;
  const facts = company && contact && factsOf(company, contact, new Date().getFullYear());
  /** Returns a field's text as the site shows it. */
  const shown = (name: string) => (facts ? withFacts(text(name), facts) : text(name));
  return (
    <SettingsFrame form={form} action="Salvar Configurações SEO" history="seo">
      <Section
        title="Títulos e descrição"
        text="Valem para a página inicial e para toda página que não tenha um título ou uma descrição só dela."
      >
        <Field
          label={labels.page_title}
          hint={lengthHint(text("page_title"), TITLE_LENGTH)}
          {...form.field("page_title")}
        />
        <Field
          label={labels.site_title}
          hint="O título que aparece quando alguém compartilha o endereço do site."
          {...form.field("site_title")}
        />
        <TextArea
          label={labels.site_description}
          hint={lengthHint(text("site_description"), DESCRIPTION_LENGTH)}
          {...form.field("site_description")}
        />
        <TextArea
          label={labels.keywords}
          rows={2}
          hint="Separadas por vírgulas."
          {...form.field("keywords")}
        />
        <SearchPreview
          title={shown("page_title")}
          description={shown("site_description")}
          favicon={text("favicon")}
        />
      </Section>
      <Section
        title="Imagens"
        text="Sem imagem de compartilhamento, cada página mostra uma desenhada com o título dela. Sem favicon, vale o ícone do produto."
      >
        <PictureInput form={form} Picture={Picture} name="og_image" kind="share_image" />
        <PictureInput form={form} Picture={Picture} name="favicon" kind="favicon" />
      </Section>
    </SettingsFrame>
  );
}

interface PictureInputProps {
  form: SettingsForm;
  Picture: PictureField;
  name: "og_image" | "favicon";
  kind: "share_image" | "favicon";
}

function PictureInput({ form, Picture, name, kind }: PictureInputProps) {
  return (
    <Controller
      control={form.form.control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <Picture
          label={labels[name]}
          kind={kind}
          value={value}
          error={form.errors[name]?.message}
          onChange={onChange}
        />
      )}
    />
  );
}
