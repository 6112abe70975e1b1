import { createContext, type ReactNode, useContext } from "react";

/** Whether a text can change. On the server, only texts in islands can. */
export const CanChange = createContext(!import.meta.env.SSR);

/**
 * Text without line breaks inside 'e-mail' and numbers such as 3-2-1. If it changes, another element replaces it, because translators
 * move and replace the text in an element, which React then can neither change nor remove.
 */
export function Unbroken({ text }: { text: string }) {
  const canChange = useContext(CanChange);
  return canChange ? <span key={text}>{partsOf(text)}</span> : partsOf(text);
}

function partsOf(text: string): ReactNode {
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
