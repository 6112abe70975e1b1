import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";

import type { SetupSteps } from "@/api/types";
import { Card } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { isDone, rememberDone, type Step, STEPS, wasDone } from "./setup-steps";

interface SetupCardProps {
  /** Undefined while it loads. */
  setup: SetupSteps | undefined;
  className: string;
}

/** The setup steps, with links to those that aren't done yet. Hidden once all are done. */
export function SetupCard({ setup, className }: SetupCardProps) {
  const done = setup ? isDone(setup) : undefined;
  useEffect(() => {
    if (done !== undefined) rememberDone(done);
  }, [done]);
  if (done ?? wasDone()) return null;
  const count = setup && STEPS.filter(({ name }) => setup[name]).length;
  return (
    <Card
      title="Primeiros passos"
      className={className}
      action={
        <p className="text-muted text-sm">
          {count === undefined ? "…" : `${count} de ${STEPS.length} prontos`}
        </p>
      }
    >
      <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-5">
        {STEPS.map((step) => (
          <StepItem key={step.name} step={step} isDone={setup?.[step.name]} />
        ))}
      </ol>
    </Card>
  );
}

function StepItem({ step: { label, hint, path }, isDone }: { step: Step; isDone: boolean | undefined }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-h-10 gap-2.5 text-sm sm:min-h-14 xl:min-h-18">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isDone ? "text-success" : "text-muted"}`} aria-hidden />
      {isDone === undefined ? (
        <Skeleton className="mt-1 w-2/3" />
      ) : (
        <span className="min-w-0">
          {isDone ? (
            <span className="text-muted">
              {label}
              <span className="sr-only">: pronto</span>
            </span>
          ) : (
            <Link to={path} className="font-medium underline underline-offset-4">
              {label}
            </Link>
          )}
          {!isDone && <span className="text-muted mt-0.5 block text-xs">{hint}</span>}
        </span>
      )}
    </li>
  );
}
