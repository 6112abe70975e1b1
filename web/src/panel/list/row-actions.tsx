/** Buttons of rows, and the column that holds them. */
import type { RowData } from "@tanstack/react-table";
import type { LucideIcon } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { column, type ColumnMeta, type RecordColumn } from "./record-list";

interface RowActionProps {
  icon: LucideIcon;
  /** Visible label, shown as tooltip. */
  label: string;
  /** Accessible name: the label and the record. */
  name: string;
  onClick: () => void;
  isDanger?: boolean;
  /** Counts a double click as one click. */
  once?: boolean;
  disabled?: boolean;
  /** Id of the record, if its row has no link. The focus then returns to this button when a dialog closes. */
  record?: string;
}

/** An icon button of a row. */
export function RowAction(props: RowActionProps) {
  const { icon: Icon, label, name, onClick, isDanger, once, disabled, record } = props;
  return (
    <Tooltip label={label}>
      <Button
        variant="ghost"
        size="icon"
        className={isDanger ? "hover:bg-danger-soft hover:text-danger" : undefined}
        once={once ?? false}
        aria-label={name}
        aria-disabled={disabled}
        data-record={record}
        data-danger={isDanger || undefined}
        onClick={onClick}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

interface Action<Item> {
  icon: LucideIcon;
  label: string;
  run: (item: Item) => void;
  isDanger?: boolean;
  /** The button shows its label, not only its icon, and ignores `isDanger`. */
  isLabeled?: boolean;
  /** Selects the rows that have the button; by default all. */
  isFor?: (item: Item) => boolean;
}

/**
 * Returns the last column of a list: a button for each action. If the rows have no link, the focus returns to the first
 * button when a dialog closes. The default width is enough for icons.
 */
export function actionsColumn<Item extends RowData & { id: string }>(
  { nameOf }: { nameOf: (item: Item) => string },
  actions: readonly Action<Item>[],
  { hasRowLink = false, ...meta }: Partial<ColumnMeta> & { hasRowLink?: boolean } = {},
): RecordColumn<Item> {
  const buttons = (item: Item) =>
    actions
      .filter(({ isFor }) => isFor?.(item) ?? true)
      .map(({ icon, label, run, isDanger = false, isLabeled = false }, index) => {
        const isRecord = index === 0 && !hasRowLink;
        const shared = { icon, ...(isRecord && { record: item.id }), onClick: () => run(item) };
        const name = `${label} ${nameOf(item)}`;
        return isLabeled ? (
          <LabeledAction key={label} label={label} name={name} {...shared} />
        ) : (
          <RowAction key={label} label={label} name={name} isDanger={isDanger} {...shared} />
        );
      });
  const className = "flex items-center justify-end self-start @table:self-center";
  const width = `${actions.length * 2}rem`;
  return column("actions", "Ações", buttons, { width, className, isHeadingHidden: true, ...meta });
}

type LabeledActionProps = Pick<RowActionProps, "icon" | "label" | "name" | "record" | "onClick">;

function LabeledAction({ icon, label, name, record, onClick }: LabeledActionProps) {
  return (
    <Button size="sm" icon={icon} aria-label={name} data-record={record} onClick={onClick}>
      {label}
    </Button>
  );
}
