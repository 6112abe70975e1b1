/** Text without line breaks inside 'e-mail' and numbers such as 3-2-1. */
export function Unbroken({ text }: { text: string }) {
  // Most texts have neither, and the pattern takes long.
  if (!text.includes("-")) return text;
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
