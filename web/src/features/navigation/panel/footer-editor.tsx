/** The editor of a footer section. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { z } from "zod";

import { FOOTER_SECTION_TYPE_LABELS } from "@/api/labels";
import {
  CONTENT_INPUT_DESCRIPTION,
  CONTENT_INPUT_LINKS,
  FOOTER_SECTION_INPUT_TITLE,
  LINK_INPUT_LABEL,
} from "@/api/limits";
import type { FooterSection, FooterSectionType, LinkTarget } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Switch } from "@/panel/controls/switch";
import { TextLink } from "@/panel/controls/text-link";
import { Field, SelectField, TextArea } from "@/panel/form/field";
import { REQUIRED, requiredText, textUpTo } from "@/panel/form/text-schema";
import { NavigationEditor } from "./editor";
import { isEmpty } from "./link-value";
import { LinksField } from "./links-field";
import { FOOTER, sectionDraft, type SectionFields } from "./record";

const TYPES = Object.keys(FOOTER_SECTION_TYPE_LABELS) as FooterSectionType[];

const lineSchema = z
  .object({
    label: textUpTo(LINK_INPUT_LABEL),
    link: z.object({ url: z.string(), target: z.custom<LinkTarget | null>() }),
  })
  .superRefine(({ label, link }, context) => {
    const isBlank = label.trim() === "";
    // Empty lines are valid, because they aren't sent.
    if (isBlank === isEmpty(link)) return;
    context.addIssue({ code: "custom", path: [isBlank ? "label" : "link"], message: REQUIRED });
  });

const schema = z.object({
  title: requiredText(FOOTER_SECTION_INPUT_TITLE),
  type: z.enum(TYPES),
  description: textUpTo(CONTENT_INPUT_DESCRIPTION),
  links: z.array(lineSchema).max(CONTENT_INPUT_LINKS, `Use no máximo ${CONTENT_INPUT_LINKS} links.`),
  is_active: z.boolean(),
});

const BLANK: SectionFields = { title: "", type: "links", description: "", links: [], is_active: true };

interface SectionEditorProps {
  /** Null for a new section. */
  section: FooterSection | null;
  onClose: () => void;
}

export function SectionEditor({ section, onClose }: SectionEditorProps) {
  return (
    <NavigationEditor
      kind={FOOTER}
      linksOf={({ links = [] }) => links.map(({ link }) => link)}
      title={section ? `Editar Seção: ${section.title}` : "Nova Seção"}
      value={section}
      group={null}
      draftName={`${FOOTER.key}:new`}
      blank={BLANK}
      resolver={zodResolver(schema)}
      preview={(typed, id) =>
        typed.title.trim() === "" ? {} : { footer_section: { id, change: sectionDraft(typed) } }
      }
      part="footer"
      onClose={onClose}
    >
      {(form, { type }) => <Fields form={form} type={type} />}
    </NavigationEditor>
  );
}

function Fields({ form, type }: { form: UseFormReturn<SectionFields>; type: FooterSectionType }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Título" autoComplete="off" error={errors.title?.message} {...register("title")} />
        <SelectField label="Tipo" error={errors.type?.message} {...register("type")}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {FOOTER_SECTION_TYPE_LABELS[type]}
            </option>
          ))}
        </SelectField>
      </div>
      {type === "text" && (
        <TextArea
          label="Descrição"
          hint="Em branco, mostra o texto sobre a empresa das Configurações de Contato."
          error={errors.description?.message}
          {...register("description")}
        />
      )}
      {type === "links" && <LinksField form={form} />}
      {type === "contact" && (
        <Note>
          Mostra telefone, e-mail, endereço e horário das{" "}
          <TextLink to={panelPaths.contactSettings}>Configurações de Contato</TextLink>: mude lá e a seção
          muda junto. Sem nenhum deles, ela não aparece no site.
        </Note>
      )}
      {type === "social" && (
        <Note>
          Mostra as redes que têm endereço nas{" "}
          <TextLink to={`${panelPaths.generalSettings}?tab=social`}>Configurações Gerais</TextLink>. Sem
          nenhuma, a seção não aparece no site.
        </Note>
      )}
      <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="bg-sunken text-muted rounded-md px-3 py-2.5 text-sm">{children}</p>;
}
