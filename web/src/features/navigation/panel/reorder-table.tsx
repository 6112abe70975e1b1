/** A table of records that can be reordered, switched on and off, edited and deleted. */
import "@/panel/list/record-table.css";
import "./reorder-table.css";

import { Pencil, Trash2 } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { Tooltip } from "@/panel/controls/tooltip";
import { ReorderList, type RowControls } from "@/panel/list/reorder-list";
import { useOrder, useSetActive } from "@/panel/record/changes";
import type { ActiveRecord, ListedKind } from "@/panel/record/kind";

interface ActiveFields {
  is_active: boolean;
}

interface ReorderTableProps<Item extends ActiveRecord, Fields extends ActiveFields> {
  kind: ListedKind<Item, Fields>;
  label: string;
  columns: readonly string[];
  items: readonly Item[];
  /** Id of the menu item whose submenu is listed; null for the top level and for the footer. */
  group: string | null;
  /** Returns the contents of an item's cells, by grid area. `link` is omitted in a table without this column. */
  cells: (item: Item) => Partial<Record<"name" | "link" | "detail", ReactNode>>;
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
}

export function ReorderTable<Item extends ActiveRecord, Fields extends ActiveFields>(
  props: ReorderTableProps<Item, Fields>,
) {
  const { kind, label, columns, items, group, cells, onEdit, onDelete } = props;
  const reorder = useOrder(kind);
  const table = (rows: ReactElement) => (
    <table className="record-table navigation-table" data-kind={kind.key} data-columns={columns.length}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {rows}
    </table>
  );
  return (
    <ReorderList
      label={label}
      items={items}
      keyOf={({ id }) => id}
      nameOf={kind.nameOf}
      onReorder={(ordered) => reorder(group, items, ordered)}
      table={table}
    >
      {(item, controls) => {
        const { name, link, detail } = cells(item);
        const detailCell = <td data-area="detail">{detail}</td>;
        return (
          <>
            <td data-area="order">
              {controls?.handle}
              {items.indexOf(item) + 1}
            </td>
            <td data-area="name">{name}</td>
            {/* In the order of `columns`: link, status and detail in menus; detail and status in the footer. */}
            {link === undefined ? detailCell : <td data-area="link">{link}</td>}
            <td data-area="status">
              <Status kind={kind} item={item} />
            </td>
            {link !== undefined && detailCell}
            <td data-area="actions">
              <Actions
                name={kind.nameOf(item)}
                id={item.id}
                controls={controls}
                onEdit={() => onEdit(item)}
                onDelete={() => onDelete(item)}
              />
            </td>
          </>
        );
      }}
    </ReorderList>
  );
}

interface StatusProps<Item extends ActiveRecord, Fields extends ActiveFields> {
  kind: ListedKind<Item, Fields>;
  item: Item;
}

function Status<Item extends ActiveRecord, Fields extends ActiveFields>({
  kind,
  item,
}: StatusProps<Item, Fields>) {
  const setActive = useSetActive(kind);
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={`${kind.nameOf(item)} ativo`}
        labelHidden
        checked={item.is_active}
        onChange={(event) => setActive.mutate({ value: item, is_active: event.target.checked })}
      />
      {item.is_active ? "Ativo" : "Inativo"}
    </span>
  );
}

interface ActionsProps {
  name: string;
  id: string;
  controls: RowControls | null;
  onEdit: () => void;
  onDelete: () => void;
}

function Actions({ name, id, controls, onEdit, onDelete }: ActionsProps) {
  return (
    <>
      {controls?.buttons}
      <Tooltip label="Editar">
        <Button variant="ghost" size="icon" aria-label={`Editar ${name}`} data-record={id} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
      </Tooltip>
      <Tooltip label="Excluir">
        <Button
          variant="ghost"
          size="icon"
          className="hover:bg-danger-soft hover:text-danger"
          aria-label={`Excluir ${name}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </>
  );
}
