/** The consent categories in the preferences, each with its trackers. */
import type { ReactNode } from "react";

import type { ConsentCategory, ConsentCategoryText, ConsentNotice } from "@/api/types";

interface ConsentChoicesProps {
  notice: ConsentNotice;
  offered: readonly ConsentCategory[];
  chosen: ReadonlySet<ConsentCategory>;
  onChange: (chosen: ReadonlySet<ConsentCategory>) => void;
}

export function ConsentChoices({ notice, offered, chosen, onChange }: ConsentChoicesProps) {
  const { choices, services } = notice.texts;
  function change(category: ConsentCategory, isChosen: boolean): void {
    onChange(new Set(offered.filter((other) => (other === category ? isChosen : chosen.has(other)))));
  }
  return (
    <ul className="consent-choices">
      <Category
        texts={choices.necessary}
        control={<span className="consent-always">{choices.always}</span>}
      />
      {offered.map((category) => (
        <Category
          key={category}
          id={`consent-${category}`}
          texts={choices[category]}
          control={
            <input
              type="checkbox"
              id={`consent-${category}`}
              aria-describedby={`consent-${category}-text`}
              checked={chosen.has(category)}
              onChange={(event) => change(category, event.target.checked)}
            />
          }
        >
          {notice.trackers
            .filter((tracker) => tracker.category === category)
            .map(({ name }) => (
              <p key={name}>{services[name]}</p>
            ))}
        </Category>
      ))}
    </ul>
  );
}

interface CategoryProps {
  texts: ConsentCategoryText;
  /** Id of the control, if the category can be chosen. */
  id?: string;
  control: ReactNode;
  children?: ReactNode;
}

function Category({ texts, id, control, children }: CategoryProps) {
  return (
    <li>
      <div className="consent-category">
        {id ? <label htmlFor={id}>{texts.title}</label> : <span>{texts.title}</span>}
        {control}
      </div>
      <div id={id && `${id}-text`} className="consent-text">
        <p>{texts.text}</p>
        {children}
      </div>
    </li>
  );
}
