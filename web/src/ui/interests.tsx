interface InterestsProps {
  choices: readonly { field: string; name: string; is_chosen: boolean }[];
}

/** Checkboxes for the interests of a subscriber. */
export function Interests({ choices }: InterestsProps) {
  return (
    <div className="grid gap-x-8 sm:grid-cols-2">
      {choices.map(({ field, name, is_chosen }) => (
        <label key={field} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={field}
            value="1"
            defaultChecked={is_chosen}
            className="accent-accent size-5 shrink-0"
          />
          {name}
        </label>
      ))}
    </div>
  );
}
