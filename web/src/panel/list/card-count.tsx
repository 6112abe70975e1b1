import { formatNumber } from "@/panel/format";

interface CardCountProps {
  count: number;
  /** Unit after 1. */
  one: string;
  /** Unit after other numbers. */
  many: string;
}

/** A number in a list. Cards have no column headings, so they add the unit. */
export function CardCount({ count, one, many }: CardCountProps) {
  return (
    <>
      {formatNumber(count)}
      <span className="@table:hidden"> {count === 1 ? one : many}</span>
    </>
  );
}
