import { Unbroken } from "./unbroken";

/** List of short statements with ticks. The caller sets the layout. */
export function CheckList({ items, className }: { items: string[]; className: string }) {
  return (
    <ul className={`ticked ${className}`}>
      {items.map((item, index) => (
        <li key={index}>
          <Unbroken text={item} />
        </li>
      ))}
    </ul>
  );
}
