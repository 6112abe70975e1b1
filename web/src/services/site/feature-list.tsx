import { clsx } from "clsx";
import { Check } from "lucide-react";

export function FeatureList({ features, className }: { features: string[]; className?: string }) {
  return (
    <ul className={clsx("grid gap-x-8 gap-y-2.5", className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check aria-hidden className="text-accent mt-1 size-4 shrink-0" strokeWidth={2.5} />
          {feature}
        </li>
      ))}
    </ul>
  );
}
