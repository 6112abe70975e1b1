/** The address that a title makes, as the specification has it and the server too. */
import { fold } from "../../kit/fold";

export function slugOf(title: string): string {
  return fold(title)
    .replace(/[^a-z0-9 -]/g, "")
    .replace(/[ -]+/g, "-")
    .replace(/^-|-$/g, "");
}
