/** Search of the guide. */
import { fold } from "@/lib/fold";
import { type Part, PARTS, type Topic } from "./topics";

/** Returns the topics that contain all words of the search, grouped by part, without those that the user may not open. */
export function partsFor(search: string, isAdmin: boolean): Part[] {
  const words = fold(search).split(" ").filter(Boolean);
  const isShown = (topic: Topic) => {
    if (topic.isAdminOnly && !isAdmin) return false;
    const text = fold([topic.title, ...topic.paragraphs, ...(topic.steps ?? [])].join(" "));
    return words.every((word) => text.includes(word));
  };
  return PARTS.map(({ title, topics }) => ({ title, topics: topics.filter(isShown) })).filter(
    ({ topics }) => topics.length > 0,
  );
}
