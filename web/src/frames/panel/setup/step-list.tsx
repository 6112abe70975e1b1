/** How far the first start has come. */
import { cn } from "@/panel/cn";
import { STEPS } from "./setup-steps";

export function StepList({ current }: { current: number }) {
  return (
    <div className="mb-6">
      <ol aria-label="Etapas" className="grid grid-cols-5 gap-2">
        {STEPS.map(({ id, label }, index) => (
          <li
            key={id}
            aria-current={index === current ? "step" : undefined}
            className={cn("border-t-4 pt-1.5", index <= current ? "border-accent" : "border-line")}
          >
            <span className="sr-only">
              {label}
              {index < current ? " (feita)" : ""}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">
        Etapa {current + 1} de {STEPS.length}: {STEPS[current]?.label}
      </p>
    </div>
  );
}
