/** The menu and the footer, with the company settings that they show. Only administrators may change those. */
import { ShieldX } from "lucide-react";
import { useWatch } from "react-hook-form";

import { useHasRightsOf } from "@/features/accounts/panel/session";
import { MenuFooterScreen } from "@/features/navigation/panel/screen";
import { SitePreview } from "@/features/navigation/panel/site-preview";
import type { PreviewPart } from "@/features/navigation/panel/use-frame";
import {
  FOOTER_COMPANY_PARTS,
  FOOTER_MESSAGES,
  FOOTER_SOCIAL_PARTS,
  FooterCompanyForm,
  FooterSocialForm,
} from "@/features/settings/panel/footer-forms";
import { type SettingsForm, useSettingsForm } from "@/features/settings/panel/use-settings-form";
import type { Tab } from "@/panel/controls/tabs";
import { EmptyState } from "@/panel/feedback/empty-state";

const COMPANY = { id: "company", label: "Empresa" };
const SOCIAL = { id: "social", label: "Redes Sociais" };

export function MenuFooter() {
  return useHasRightsOf("admin") ? <WithSettings /> : <MenuFooterScreen settingsTabs={tabsForOthers} />;
}

function WithSettings() {
  const company = useSettingsForm(FOOTER_COMPANY_PARTS, FOOTER_MESSAGES.company);
  const social = useSettingsForm(FOOTER_SOCIAL_PARTS, FOOTER_MESSAGES.social);
  const settingsTabs = (shown: string): Tab[] => [
    {
      ...COMPANY,
      isDirty: company.isDirty,
      content: (
        <div className="grid gap-7">
          <FooterCompanyForm form={company} />
          {shown === COMPANY.id && <FactsPreviews form={company} parts={["header", "footer"]} />}
        </div>
      ),
    },
    {
      ...SOCIAL,
      isDirty: social.isDirty,
      content: (
        <div className="grid gap-7">
          <FooterSocialForm form={social} />
          {shown === SOCIAL.id && <FactsPreviews form={social} parts={["footer"]} />}
        </div>
      ),
    },
  ];
  return <MenuFooterScreen settingsTabs={settingsTabs} />;
}

function FactsPreviews({ form, parts }: { form: SettingsForm; parts: readonly PreviewPart[] }) {
  const facts = useWatch({ control: form.form.control });
  return parts.map((part) => <SitePreview key={part} unsaved={form.isDirty ? { facts } : {}} part={part} />);
}

function tabsForOthers(): Tab[] {
  return [COMPANY, SOCIAL].map((tab) => ({ ...tab, content: <AdminsOnly /> }));
}

function AdminsOnly() {
  return (
    <div className="border-line bg-surface rounded-lg border">
      <EmptyState icon={ShieldX} title="Só para administradores">
        Nome, telefone, e-mail e redes sociais são configurações da empresa, que só administradores alteram.
        Menu e rodapé você pode editar nas outras abas.
      </EmptyState>
    </div>
  );
}
