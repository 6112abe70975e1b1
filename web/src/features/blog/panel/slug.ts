/** The address that a title makes, as the specification has it and the server too, no longer than the server takes it. */
import { fold } from "@/lib/fold";

const LONGEST = 120;

export function slugOf(title: string): string {
  const slug = fold(title)
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/[ -]+/g, "-")
    .replace(/^-|-$/g, "");
  if (slug.length <= LONGEST) return slug;
  const last = slug.lastIndexOf("-", LONGEST);
  return slug.slice(0, last > 0 ? last : LONGEST);
}
