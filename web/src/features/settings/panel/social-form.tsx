/** The tab 'Redes Sociais': the company's profiles. */
import { Field } from "@/panel/form/field";
import type { Part } from "./form-record";
import { FIELD_LABELS as labels, type FieldName } from "./records";
import { Section, SettingsFrame } from "./settings-frame";
import type { SettingsForm } from "./use-settings-form";

const PROFILES = {
  facebook: "https://facebook.com/suaempresa",
  instagram: "https://instagram.com/suaempresa",
  linkedin: "https://linkedin.com/company/suaempresa",
  youtube: "https://youtube.com/@suaempresa",
  twitter: "https://x.com/suaempresa",
} as const satisfies Partial<Record<FieldName, string>>;

type Network = keyof typeof PROFILES;
const NETWORKS = Object.keys(PROFILES) as Network[];

export const SOCIAL_PARTS: readonly Part[] = [{ name: "social", fields: NETWORKS }];

export function SocialForm({ form }: { form: SettingsForm }) {
  return (
    <SettingsFrame form={form} action="Salvar Redes Sociais" history="social">
      <Section
        title="Perfis da empresa"
        text="Cada rede com endereço ganha um link no rodapé; as outras não aparecem. Também usado em Configurações de Contato e em Menu e Rodapé."
      >
        {NETWORKS.map((network) => (
          <ProfileField key={network} form={form} network={network} />
        ))}
      </Section>
    </SettingsFrame>
  );
}

export function ProfileField({ form, network }: { form: SettingsForm; network: Network }) {
  return (
    <Field
      label={labels[network]}
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder={PROFILES[network]}
      {...form.field(network)}
    />
  );
}
