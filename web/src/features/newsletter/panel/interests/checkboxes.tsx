import type { Interest } from "@/api/types";

interface InterestCheckboxesProps {
  /** Label for screen readers. */
  legend: string;
  interests: readonly Interest[];
  /** Slugs of the chosen interests. */
  chosen: readonly string[];
  /** Whether no further interest can be chosen. */
  isFull?: boolean;
  onChange: (chosen: string[]) => void;
}

export function InterestCheckboxes({ legend, interests, chosen, isFull, onChange }: InterestCheckboxesProps) {
  const toggle = (slug: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, slug] : chosen.filter((other) => other !== slug));
  return (
    <fieldset className="grid gap-x-4 sm:grid-cols-2">
      <legend className="sr-only">{legend}</legend>
      {interests.map(({ slug, name }) => (
        <label key={slug} className="flex min-h-9 items-center gap-2.5 text-sm">
          <input
            type="checkbox"
            className="accent-accent size-4 shrink-0"
            checked={chosen.includes(slug)}
            disabled={isFull && !chosen.includes(slug)}
            onChange={({ target }) => toggle(slug, target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
