import type { LucideIcon } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";

export interface RowActionProps {
  icon: LucideIcon;
  /** Visible label, shown as tooltip. */
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
        onClick={() => !disabled && onClick()}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
