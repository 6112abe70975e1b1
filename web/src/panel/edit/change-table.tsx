/** Table of the fields in which two versions of a record differ, with the changed words marked and pictures shown. */
import { PicturePreview } from "@/panel/controls/picture-preview";
import { compare, type Part } from "./compare";

export interface Change {
  path: string;
  /** Visible label of the field. */
  field: string;
  before: string;
  after: string;
}

interface ChangeTableProps {
  caption: string;
  changes: readonly Change[];
  /** Shows the values before and after; otherwise one value per field. */
  isChange: boolean;
}

export function ChangeTable({ caption, changes, isChange }: ChangeTableProps) {
  return (
    <table className="block text-sm sm:table sm:w-full sm:table-fixed">
      <caption className="text-muted mb-1.5 block text-left text-xs font-medium sm:table-caption">
        {caption}
      </caption>
      <thead className={isChange ? "sr-only sm:not-sr-only sm:table-header-group" : "sr-only"}>
        <tr className="text-muted text-left text-xs">
          <th scope="col" className="w-40 pb-1.5 font-medium">
            Campo
          </th>
          {isChange ? (
            <>
              <th scope="col" className="pb-1.5 pl-2 font-medium">
                Antes
              </th>
              <th scope="col" className="pb-1.5 pl-2 font-medium">
                Depois
              </th>
            </>
          ) : (
            <th scope="col">Valor</th>
          )}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {changes.map((change) => (
          <ChangeRow key={change.path} change={change} isChange={isChange} />
        ))}
      </tbody>
    </table>
  );
}

function ChangeRow({ change, isChange }: { change: Change; isChange: boolean }) {
  const [before, after] = compare(change.before, change.after);
  return (
    <tr className="border-line block border-t py-2 align-top sm:table-row sm:py-0">
      <th
        scope="row"
        className="text-muted block py-1 text-left font-normal sm:table-cell sm:w-40 sm:py-2 sm:pr-2"
      >
        {change.field}
      </th>
      {isChange ? (
        <>
          <Value label="Antes" parts={before} mark="bg-danger-soft text-danger line-through decoration-1" />
          <Value label="Depois" parts={after} mark="bg-success-soft text-success" />
        </>
      ) : (
        <Value label="" parts={[{ text: change.before || change.after, changed: false }]} mark="" />
      )}
    </tr>
  );
}

interface ValueProps {
  /** Heading of the column, shown on narrow screens, which have no columns. */
  label: string;
  parts: Part[];
  mark: string;
}

function Value({ label, parts, mark }: ValueProps) {
  return (
    <td className="block py-0.5 wrap-anywhere whitespace-pre-wrap sm:table-cell sm:py-2 sm:pl-2">
      {label && (
        <span className="text-muted block text-xs sm:hidden" aria-hidden>
          {label}
        </span>
      )}
      <MarkedText parts={parts} mark={mark} />
    </td>
  );
}

/** Matches a text that is the address of a picture from the library. */
const PICTURE = /^\/media\/\S+$/;

/** A text with its changed parts marked, or the picture at that address; 'vazio' for an empty text. */
export function MarkedText({ parts, mark }: { parts: readonly Part[]; mark: string }) {
  const whole = parts.map(({ text }) => text).join("");
  if (whole === "") return <span className="text-muted">vazio</span>;
  if (PICTURE.test(whole)) {
    return (
      <>
        <PicturePreview src={whole} className="h-16" />
        <span className="text-muted mt-1 block text-xs break-all">{whole}</span>
      </>
    );
  }
  return parts.map(({ text, changed }, index) =>
    changed ? (
      <mark key={index} className={`rounded-xs ${mark}`}>
        {text}
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}
