import { Unbroken } from "./unbroken";

const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Text whose email addresses are links, otherwise like `Unbroken`. */
export function LinkedEmails({ text }: { text: string }) {
  if (!text.includes("@")) return <Unbroken text={text} />;
  return text.split(EMAIL).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={`mailto:${part}`} className="wrap-anywhere underline underline-offset-4">
        {part}
      </a>
    ) : (
      <Unbroken key={index} text={part} />
    ),
  );
}
