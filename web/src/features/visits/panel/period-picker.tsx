import { type SubmitEvent, useState } from "react";
import { Link, useNavigate } from "react-router";

import { Button } from "@/panel/controls/button";
import { SEGMENT, SEGMENTS } from "@/panel/controls/segments";
import { formatDay } from "@/panel/format";
import { customPath, type Period, periodPath, PERIODS, problemOf } from "./period";

/** Links to the usual periods, and a form for any other period. */
export function PeriodPicker({ period }: { period: Period }) {
  const [isOpen, setOpen] = useState(false);
  const isCustom = period.days === null;
  return (
    <div className="mb-4 grid justify-items-start gap-3">
      <nav aria-label="Período" className={SEGMENTS}>
        {PERIODS.map(({ days, label }) => (
          <Link
            key={days}
            to={periodPath(days)}
            replace
            preventScrollReset
            aria-current={days === period.days ? "true" : undefined}
            className={SEGMENT}
            onClick={() => setOpen(false)}
          >
            {label}
          </Link>
        ))}
        <button
          type="button"
          className={SEGMENT}
          aria-expanded={isOpen}
          aria-current={isCustom ? "true" : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isCustom ? `${formatDay(period.from)} a ${formatDay(period.to)}` : "Outro período"}
        </button>
      </nav>
      {isOpen && <DaysForm period={period} onDone={() => setOpen(false)} />}
    </div>
  );
}

function DaysForm({ period, onDone }: { period: Period; onDone: () => void }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: string) => data.get(name) as string;
    const [from, to] = [read("from"), read("to")];
    const found = problemOf(from, to);
    setProblem(found);
    if (found !== null) return;
    onDone();
    void navigate(customPath(from, to), { replace: true, preventScrollReset: true });
  };
  return (
    <form className="flex flex-wrap items-end gap-3" noValidate onSubmit={submit}>
      <DayField label="De" name="from" value={period.from} />
      <DayField label="Até" name="to" value={period.to} />
      <Button type="submit">Mostrar</Button>
      <p role="alert" className="text-danger w-full text-sm empty:hidden">
        {problem}
      </p>
    </form>
  );
}

function DayField({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1 text-xs font-medium">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={value}
        className="border-control bg-surface h-9 rounded-md border px-2.5 text-sm"
      />
    </label>
  );
}
