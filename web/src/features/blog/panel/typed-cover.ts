import { useRef, useState } from "react";

/** The id of the field for a featured image on another site. */
export const COVER_ADDRESS = "post-cover-address";

/** The address typed for a featured image on another site, until it becomes the post's. */
export function useTypedCover() {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  // A save may run before the next render.
  const latest = useRef("");

  function type(typed: string): void {
    latest.current = typed;
    setText(typed);
    setError("");
  }

  /** Takes the address out of the field: blank if there is none, null if it is invalid, which stays with its error. */
  function take(): string | null {
    const address = latest.current.trim();
    if (address !== "" && !isHttps(address)) {
      setError("Use um endereço completo, que comece com https://.");
      return null;
    }
    type("");
    return address;
  }

  return { text, error, type, take };
}

const isHttps = (address: string) => /^https:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);
