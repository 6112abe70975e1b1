import type { Role } from "@/api/types";

/** A topic of the guide. */
export interface Topic {
  /** Fragment of the topic's address. */
  id: string;
  title: string;
  /** Path of the screen that the topic explains. */
  path?: string;
  /** The role with the fewest rights that gets the topic. All staff do, if omitted. */
  role?: Role;
  paragraphs: readonly string[];
  steps?: readonly string[];
}
