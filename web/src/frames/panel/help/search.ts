/** Search of the guide. */
import type { User } from "@/api/types";
import { permitted } from "@/frames/panel/menu";
import { fold } from "@/lib/fold";
import type { Topic } from "./topic";
import { type Part, PARTS } from "./topics";

/** Returns the topics that contain all words of the search, grouped by part, without those that the user may not open. */
export function partsFor(search: string, user: Pick<User, "role">): Part[] {
  const words = fold(search).split(" ").filter(Boolean);
  const isMatch = (topic: Topic) => {
    const text = fold([topic.title, ...topic.paragraphs, ...(topic.steps ?? [])].join(" "));
    return words.every((word) => text.includes(word));
  };
  return PARTS.map(({ title, topics }) => ({
    title,
    topics: permitted(topics, user).filter(isMatch),
  })).filter(({ topics }) => topics.length > 0);
}
