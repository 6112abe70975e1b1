/** Text in which 'e-mail' and numbers such as 3-2-1 stay on one line. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\be-mail|\d+(?:-\d+)+)/i).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
