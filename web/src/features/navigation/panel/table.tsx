/** A table of records that can be reordered, switched on and off, edited and deleted. */
import "@/panel/list/record-table.css";
import "./table.css";

import { Pencil, Trash2 } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { Tooltip } from "@/panel/controls/tooltip";
import { ReorderList, type RowControls } from "@/panel/list/reorder-list";
import { useOrder, useSetActive } from "@/panel/record/changes";
import type { ActiveRecord, ListedKind } from "@/panel/record/kind";

interface RecordTableProps<Value extends ActiveRecord, Fields extends { is_active: boolean }> {
  kind: ListedKind<Value, Fields>;
  label: string;
  columns: readonly string[];
  values: readonly Value[];
  /** Group of the records, such as the id of the parent. */
  group: string | null;
  /** Cells of the kind, by grid area. */
  cells: (value: Value) => Partial<Record<"name" | "link" | "detail", ReactNode>>;
  onEdit: (value: Value) => void;
  onDelete: (value: Value) => void;
}

export function RecordTable<Value extends ActiveRecord, Fields extends { is_active: boolean }>(
  props: RecordTableProps<Value, Fields>,
) {
  const { kind, label, columns, values, group, cells, onEdit, onDelete } = props;
  const order = useOrder(kind);
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
      items={values}
      keyOf={({ id }) => id}
      nameOf={kind.nameOf}
      onReorder={(ordered) => order(group, values, ordered)}
      table={table}
    >
      {(value, controls) => {
        const { name, link, detail } = cells(value);
        return (
          <>
            <td data-area="order">
              {controls?.handle}
              {values.indexOf(value) + 1}
            </td>
            <td data-area="name">{name}</td>
            {link !== undefined && <td data-area="link">{link}</td>}
            {link === undefined && <td data-area="detail">{detail}</td>}
            <td data-area="status">
              <Status kind={kind} value={value} />
            </td>
            {link !== undefined && <td data-area="detail">{detail}</td>}
            <td data-area="actions">
              <Actions
                name={kind.nameOf(value)}
                id={value.id}
                controls={controls}
                onEdit={() => onEdit(value)}
                onDelete={() => onDelete(value)}
              />
            </td>
          </>
        );
      }}
    </ReorderList>
  );
}

interface StatusProps<Value extends ActiveRecord, Fields extends { is_active: boolean }> {
  kind: ListedKind<Value, Fields>;
  value: Value;
}

function Status<Value extends ActiveRecord, Fields extends { is_active: boolean }>({
  kind,
  value,
}: StatusProps<Value, Fields>) {
  const set = useSetActive(kind);
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={`${kind.nameOf(value)} ativo`}
        labelHidden
        checked={value.is_active}
        onChange={(event) => set.mutate({ value, is_active: event.target.checked })}
      />
      {value.is_active ? "Ativo" : "Inativo"}
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
        <Button variant="danger" size="icon" aria-label={`Excluir ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </>
  );
}
