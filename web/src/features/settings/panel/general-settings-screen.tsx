/** The screen 'Configurações Gerais': the company, SEO, social profiles and analytics. */
import type { ComponentType } from "react";
import { useSearchParams } from "react-router";

import { AnalyticsCards } from "@/features/settings/panel/analytics/cards";
import { type Tab, Tabs } from "@/panel/controls/tabs";
import { Screen } from "@/panel/screen";
import { COMPANY_PARTS, CompanyForm } from "./company-form";
import { DemoSection } from "./demo-section";
import type { PictureField } from "./picture-field";
import { SEO_PARTS, SeoForm } from "./seo-form";
import { SOCIAL_PARTS, SocialForm } from "./social-form";
import { useSettingsForm } from "./use-settings-form";

const MESSAGES = {
  company: {
    saved: "Informações da empresa salvas!",
    failed: "Não foi possível salvar as informações da empresa.",
  },
  seo: { saved: "Configurações SEO salvas!", failed: "Não foi possível salvar as configurações de SEO." },
  social: { saved: "Redes sociais salvas!", failed: "Não foi possível salvar as redes sociais." },
};

interface GeneralSettingsScreenProps {
  Picture: PictureField;
  /** Shows the visitors' choices about trackers. */
  Consents: ComponentType;
}

export function GeneralSettingsScreen({ Picture, Consents }: GeneralSettingsScreenProps) {
  const [query, setQuery] = useSearchParams();
  const company = useSettingsForm(COMPANY_PARTS, MESSAGES.company);
  const seo = useSettingsForm(SEO_PARTS, MESSAGES.seo);
  const social = useSettingsForm(SOCIAL_PARTS, MESSAGES.social);
  const tabs: Tab[] = [
    {
      id: "company",
      label: "Empresa",
      isDirty: company.isDirty,
      content: (
        <div className="grid gap-5">
          <CompanyForm form={company} Picture={Picture} />
          <DemoSection />
        </div>
      ),
    },
    { id: "seo", label: "SEO", isDirty: seo.isDirty, content: <SeoForm form={seo} Picture={Picture} /> },
    {
      id: "social",
      label: "Redes Sociais",
      isDirty: social.isDirty,
      content: <SocialForm form={social} />,
    },
    { id: "analytics", label: "Analytics", content: <AnalyticsCards Consents={Consents} /> },
  ];
  const shown = tabs.find(({ id }) => id === query.get("tab")) ?? tabs[0];
  return (
    <Screen title="Configurações Gerais">
      <div className="max-w-5xl">
        <Tabs
          label="Configurações Gerais"
          tabs={tabs}
          shown={shown?.id ?? ""}
          onShow={(id) => setQuery(id === "company" ? {} : { tab: id }, { preventScrollReset: true })}
        />
      </div>
    </Screen>
  );
}
