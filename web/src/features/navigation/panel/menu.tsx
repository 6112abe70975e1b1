/** The tab 'Menu Principal': a table of the header's menu items, and one for each submenu. */
import { CornerDownRight, ListPlus, Plus } from "lucide-react";
import { useId, useState } from "react";

import type { MenuItem } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatCount } from "@/panel/format";
import { DeleteDialog } from "@/panel/record/delete-dialog";
import { Records } from "@/panel/record/loading";
import { TrashButton } from "@/panel/record/trash";
import { kindLabel } from "./link-value";
import { MenuEditor } from "./menu-editor";
import { MENU } from "./record";
import { ReorderTable } from "./reorder-table";
import { SitePreview } from "./site-preview";

const COLUMNS = ["Ordem", "Texto", "URL", "Status", "Submenu", "Ações"] as const;

interface Editing {
  /** Null for a new item. */
  item: MenuItem | null;
  parent: MenuItem | null;
}

export function MenuTab({ isShown }: { isShown: boolean }) {
  const editor = useDialog<Editing>("menu");
  const [deleting, setDeleting] = useState<MenuItem | null>(null);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <TrashButton kind={MENU} />
        <Button
          variant="primary"
          data-new="menu_items"
          onClick={() => editor.open({ item: null, parent: null })}
        >
          <Plus aria-hidden />
          Novo Item
        </Button>
      </div>
      <Records kind={MENU}>
        {(items) => (
          <div className="grid gap-7">
            <Level items={items} parent={null} onEdit={editor.open} onDelete={setDeleting} />
            {parentsOf(items).map((parent) => (
              <Submenu
                key={parent.id}
                items={items}
                parent={parent}
                onEdit={editor.open}
                onDelete={setDeleting}
              />
            ))}
            {isShown && <SitePreview unsaved={{}} part="header" />}
            {deleting && (
              <DeleteDialog
                kind={MENU}
                value={deleting}
                question="Tem certeza que deseja excluir este item do menu?"
                also={childrenOf(items, deleting).length > 0 ? ", com os itens do submenu," : undefined}
                onClose={() => setDeleting(null)}
              />
            )}
          </div>
        )}
      </Records>
      {editor.opened && <MenuEditor {...editor.opened} onClose={editor.close} />}
    </>
  );
}

/** Returns the top-level items with a submenu, including one that is switched off and still has items. */
function parentsOf(items: readonly MenuItem[]): MenuItem[] {
  return childrenOf(items, null).filter((item) => item.has_submenu || childrenOf(items, item).length > 0);
}

/** Returns the items of a submenu, or of the top level. */
function childrenOf(items: readonly MenuItem[], parent: MenuItem | null): MenuItem[] {
  return items.filter(({ parent_id }) => parent_id === (parent?.id ?? null));
}

interface LevelProps {
  items: readonly MenuItem[];
  parent: MenuItem | null;
  onEdit: (editing: Editing) => void;
  onDelete: (item: MenuItem) => void;
}

function Submenu(props: LevelProps & { parent: MenuItem }) {
  const id = useId();
  const { parent, onEdit } = props;
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="flex items-center gap-2 text-sm font-semibold">
          <CornerDownRight className="text-muted size-4" aria-hidden />
          Submenu de {parent.label}
        </h2>
        {!parent.has_submenu && <Badge tone="warning">Desligado: não aparece no site</Badge>}
        <Button
          variant="ghost"
          size="sm"
          className="ml-auto"
          aria-label={`Adicionar item em ${parent.label}`}
          onClick={() => onEdit({ item: null, parent })}
        >
          <Plus aria-hidden />
          Adicionar
        </Button>
      </div>
      <Level {...props} />
    </section>
  );
}

function Level({ items, parent, onEdit, onDelete }: LevelProps) {
  const children = childrenOf(items, parent);
  if (children.length === 0) {
    return (
      <div className="border-line bg-surface rounded-lg border">
        {parent ? (
          <p className="text-muted px-4 py-3 text-sm">
            Nenhum item neste submenu. Enquanto estiver vazio, {parent.label} é um link como os outros.
          </p>
        ) : (
          <EmptyState icon={ListPlus} title="O menu está vazio">
            Cada item ativo aparece no topo de todas as páginas na hora.
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <div className="border-line bg-surface overflow-clip rounded-lg border">
      <ReorderTable
        kind={MENU}
        label={parent ? `Submenu de ${parent.label}` : "Menu Principal"}
        columns={COLUMNS}
        items={children}
        group={parent?.id ?? null}
        cells={(item) => ({
          name: <Name item={item} />,
          link: <Address item={item} />,
          detail: <SubmenuState item={item} count={childrenOf(items, item).length} />,
        })}
        onEdit={(item) => onEdit({ item, parent })}
        onDelete={onDelete}
      />
    </div>
  );
}

function Name({ item: { icon, label } }: { item: MenuItem }) {
  return (
    <>
      {icon && <span aria-hidden>{icon} </span>}
      {label}
    </>
  );
}

function Address({ item: { url, target, is_public } }: { item: MenuItem }) {
  return (
    <span className="flex items-center gap-2">
      <span className="truncate" title={url}>
        {url}
      </span>
      {!is_public ? (
        <Badge tone="warning">Não aparece no site</Badge>
      ) : (
        target && <Badge>{kindLabel(target)}</Badge>
      )}
    </span>
  );
}

/** Says whether an item has a submenu. Cards have no column headings: they show only existing submenus, after a label. */
function SubmenuState({ item, count }: { item: MenuItem; count: number }) {
  if (item.parent_id !== null || !item.has_submenu) {
    return <span className="max-xl:hidden">{item.parent_id === null ? "Não" : "–"}</span>;
  }
  return (
    <>
      <span className="xl:hidden">Submenu: </span>
      <span className="max-xl:hidden">Sim, </span>
      {count === 0 ? "vazio" : formatCount(count, "item", "itens")}
    </>
  );
}
