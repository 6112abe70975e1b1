/** The menu with which a template is inserted into a text. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import type { Contact } from "@/api/types";
import { useAssigneeName } from "@/features/contacts/panel/assignee";
import { allTemplates, fillTemplate } from "@/features/contacts/panel/templates/record";
import { panelPaths } from "@/lib/paths";
import { ChoiceMenu } from "@/panel/controls/choice-menu";

const MANAGE = "manage";

interface TemplateMenuProps {
  contact: Contact;
  /** Keeps the menu closed while the text is sent. */
  busy?: boolean;
  onChoose: (text: string) => void;
}

export function TemplateMenu({ contact, busy = false, onChoose }: TemplateMenuProps) {
  const { data: templates = [] } = useQuery(allTemplates);
  const navigate = useNavigate();
  const assignee = useAssigneeName(contact);
  const choose = (id: string) => {
    if (id === MANAGE) void navigate(panelPaths.replyTemplates);
    const chosen = templates.find((template) => template.id === id);
    if (chosen) onChoose(fillTemplate(chosen.text, contact, assignee));
  };
  return (
    <ChoiceMenu
      label="Modelos de resposta"
      choices={[
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
        { value: MANAGE, label: templates.length > 0 ? "Gerenciar modelos…" : "Criar o primeiro modelo…" },
      ]}
      busy={busy}
      onChoose={choose}
    >
      Modelos
    </ChoiceMenu>
  );
}
