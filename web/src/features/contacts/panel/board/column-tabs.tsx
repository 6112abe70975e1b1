/** Chooses the column that a narrow screen shows. */
import type { ContactStage } from "@/api/types";
import { STAGES } from "@/features/contacts/panel/stages/stages";
import { cn } from "@/panel/cn";
import { SEGMENT, SEGMENTS } from "@/panel/controls/segments";
import type { ColumnState } from "./board";
import { formatCountOf } from "./column";

interface ColumnTabsProps {
  columns: readonly ColumnState[];
  shown: ContactStage;
  onShow: (stage: ContactStage) => void;
}

export function ColumnTabs({ columns, shown, onShow }: ColumnTabsProps) {
  return (
    <div
      role="group"
      aria-label="Etapa"
      className={cn(SEGMENTS, "mb-3 grid w-full grid-cols-[repeat(5,auto)] @2xl:hidden")}
    >
      {STAGES.map(({ value, label }) => {
        const column = columns.find(({ stage }) => stage === value);
        return (
          <button
            key={value}
            type="button"
            aria-pressed={value === shown}
            className={cn(
              SEGMENT,
              "grid h-12 content-center justify-items-center px-0.5 text-[0.6875rem] whitespace-nowrap",
            )}
            onClick={() => onShow(value)}
          >
            {label}
            {column?.totals && <span>{formatCountOf(column)}</span>}
          </button>
        );
      })}
    </div>
  );
}
