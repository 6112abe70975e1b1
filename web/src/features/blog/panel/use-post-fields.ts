/** The fields of a post while they are typed, with what is wrong with them. */
import { useRef, useState } from "react";

import type { PostFields } from "./post-fields";
import type { Errors } from "./post-errors";
import { slugOf } from "./slug";
import { useTypedCover } from "./typed-cover";

export function usePostFields(initial: () => PostFields) {
  const [fields, setFields] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const cover = useTypedCover();
  // A save may begin before the next render.
  const latest = useRef(fields);

  function show(next: PostFields): void {
    latest.current = next;
    setFields(next);
  }

  /** Changes fields; the slug follows the title unless it is fixed. */
  function set(change: Partial<PostFields>, isSlugFixed: boolean): void {
    const followsTitle = change.title !== undefined && !isSlugFixed;
    const slug = followsTitle ? { slug: slugOf(change.title ?? "") } : {};
    show({ ...latest.current, ...change, ...slug });
    const changed = new Set(Object.keys({ ...change, ...(change.title !== undefined && { slug: "" }) }));
    setErrors((before) => withoutErrors(before, changed));
  }

  /** Makes a typed address the featured image. Returns false if it is invalid. */
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
