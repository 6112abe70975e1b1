/** The fields of a post while they are edited, and their errors. */
import { useRef, useState } from "react";

import { type PostFormFields, slugOf } from "@/features/blog/panel/fields";
import type { Errors } from "./errors";

export function usePostFields(initial: () => PostFormFields) {
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const cover = useTypedCover();
  // A save may read the fields before the next render.
  const latest = useRef(fields);

  function show(next: PostFormFields): void {
    latest.current = next;
    setFields(next);
  }

  /** Changes fields. A change of the title changes the slug too, unless the slug is fixed. */
  function set(change: Partial<PostFormFields>, isSlugFixed: boolean): void {
    const followsTitle = change.title !== undefined && !isSlugFixed;
    const slug = followsTitle ? { slug: slugOf(change.title ?? "") } : {};
    show({ ...latest.current, ...change, ...slug });
    const changed = new Set(Object.keys({ ...change, ...(change.title !== undefined && { slug: "" }) }));
    setErrors((before) => withoutErrors(before, changed));
  }

  /** Makes a typed address the featured image. Returns false if the address is invalid. */
  function takeCover(): boolean {
    const featured_image = cover.take();
    if (featured_image) set({ featured_image }, true);
    return featured_image !== null;
  }

  return { fields, errors, setErrors, read: () => latest.current, show, set, cover, takeCover };
}

function withoutErrors(errors: Errors, names: ReadonlySet<string>): Errors {
  const left = Object.entries(errors).filter(([name]) => !names.has(name));
  return Object.fromEntries(left);
}

/** The id of the field for a featured image on another site. */
export const COVER_ADDRESS = "post-cover-address";

/** The address of a featured image on another site, before it becomes the featured image. */
function useTypedCover() {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  // A save may read the address before the next render.
  const latest = useRef("");

  function type(typed: string): void {
    latest.current = typed;
    setText(typed);
    setError("");
  }

  /** Empties the field and returns its address, which may be empty. If it is invalid, shows an error and returns null. */
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
