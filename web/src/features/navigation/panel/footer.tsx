/** The tab 'Rodapé': the sections of the footer. */
import { PanelBottom, Plus } from "lucide-react";
import { useState } from "react";

import { FOOTER_SECTION_TYPE_LABELS } from "@/api/labels";
import type { FooterSection } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { DeleteDialog } from "@/panel/record/delete-dialog";
import { Records } from "@/panel/record/loading";
import { TrashButton } from "@/panel/record/trash";
import { SectionEditor } from "./footer-editor";
import { FOOTER } from "./record";
import { ReorderTable } from "./reorder-table";
import { SitePreview } from "./site-preview";

const COLUMNS = ["Ordem", "Título", "Tipo", "Status", "Ações"] as const;

interface Editing {
  /** Null for a new section. */
  section: FooterSection | null;
}

export function FooterTab({ isShown }: { isShown: boolean }) {
  const editor = useDialog<Editing>("footer");
  const [deleting, setDeleting] = useState<FooterSection | null>(null);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <TrashButton kind={FOOTER} />
        <Button variant="primary" data-new="footer_sections" onClick={() => editor.open({ section: null })}>
          <Plus aria-hidden />
          Nova Seção
        </Button>
      </div>
      <Records kind={FOOTER}>
        {(sections) => (
          <div className="grid gap-7">
            <Sections
              sections={sections}
              onEdit={(section) => editor.open({ section })}
              onDelete={setDeleting}
            />
            {isShown && <SitePreview unsaved={{}} part="footer" />}
          </div>
        )}
      </Records>
      {editor.opened && <SectionEditor {...editor.opened} onClose={editor.close} />}
      {deleting && (
        <DeleteDialog
          kind={FOOTER}
          value={deleting}
          question="Tem certeza que deseja excluir esta seção do rodapé?"
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

interface SectionsProps {
  sections: readonly FooterSection[];
  onEdit: (section: FooterSection) => void;
  onDelete: (section: FooterSection) => void;
}

function Sections({ sections, onEdit, onDelete }: SectionsProps) {
  return (
    <div className="border-line bg-surface overflow-clip rounded-lg border">
      {sections.length === 0 ? (
        <EmptyState icon={PanelBottom} title="O rodapé está vazio">
          Cada seção ativa é uma coluna no fim de todas as páginas.
        </EmptyState>
      ) : (
        <ReorderTable
          kind={FOOTER}
          label="Seções do rodapé"
          columns={COLUMNS}
          items={sections}
          group={null}
          cells={(section) => ({ name: section.title, detail: <SectionType section={section} /> })}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </div>
  );
}

export function SectionType({ section: { type, content } }: { section: FooterSection }) {
  const links = content.links ?? [];
  const hidden = links.filter((link) => !link.is_public).length;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {FOOTER_SECTION_TYPE_LABELS[type]}
      {type === "links" && ` · ${formatCount(links.length, "link", "links")}`}
      {type === "links" && <HiddenLinks hidden={hidden} count={links.length} />}
    </span>
  );
}

/** Marks a section with links that aren't on the site. Without any other link, the section itself isn't on the site. */
function HiddenLinks({ hidden, count }: { hidden: number; count: number }) {
  if (count === 0) return <Badge tone="warning">Vazia: não aparece no site</Badge>;
  if (hidden === count) return <Badge tone="warning">Sem destino público: não aparece no site</Badge>;
  if (hidden === 0) return null;
  return (
    <Badge tone="warning">
      {hidden === 1 ? "1 destino não aparece no site" : `${hidden} destinos não aparecem no site`}
    </Badge>
  );
}
