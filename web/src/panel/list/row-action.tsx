import type { RowData } from "@tanstack/react-table";
import type { LucideIcon } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { column, type RecordColumn } from "./record-list";

interface RowActionProps {
  icon: LucideIcon;
  /** What the button does. */
  label: string;
  /** Accessible name: the label and the record. */
  name: string;
  onClick: () => void;
  isDanger?: boolean;
  once?: boolean;
  disabled?: boolean;
  /** Id of the record, in a list whose rows have no link: the focus returns to this button. */
  record?: string;
}

/** A button of a row, quiet until it is pointed at. */
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
        onClick={() => !disabled && onClick()}
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
  /** The button shows its label, not only its icon. */
  isLabeled?: boolean;
}

/**
 * Returns the last column of a list whose rows have no link: a button for each action. The focus returns to the first
 * button when a window closes. The default width is enough for icons.
 */
export function actionsColumn<Item extends RowData & { id: string }>(
  { nameOf }: { nameOf: (item: Item) => string },
  actions: readonly Action<Item>[],
  width = `${actions.length * 2}rem`,
): RecordColumn<Item> {
  const buttons = (item: Item) =>
    actions.map(({ icon, label, run, isDanger = false, isLabeled = false }, index) => {
      const shared = { icon, ...(index === 0 && { record: item.id }), onClick: () => run(item) };
      const name = `${label} ${nameOf(item)}`;
      return isLabeled ? (
        <LabeledAction key={label} label={label} name={name} {...shared} />
      ) : (
        <RowAction key={label} label={label} name={name} isDanger={isDanger} {...shared} />
      );
    });
  const className = "flex items-center justify-end self-start @table:self-center";
  return column("actions", "Ações", buttons, { width, className, isHeadingHidden: true });
}

function LabeledAction({ icon, label, name, record, onClick }: RowActionProps) {
  return (
    <Button size="sm" icon={icon} aria-label={name} data-record={record} onClick={onClick}>
      {label}
    </Button>
  );
}
