/** Which topics have the words that somebody looks for. */
import { fold } from "@/lib/fold";
import { type Part, PARTS, type Topic } from "./topics";

export function partsFor(search: string, is_admin: boolean): Part[] {
  const words = fold(search).split(" ").filter(Boolean);
  const isShown = (topic: Topic) => {
    if (topic.admin_only && !is_admin) return false;
    const text = fold([topic.title, ...topic.paragraphs, ...(topic.steps ?? [])].join(" "));
    return words.every((word) => text.includes(word));
  };
  return PARTS.map(({ title, topics }) => ({ title, topics: topics.filter(isShown) })).filter(
    ({ topics }) => topics.length > 0,
  );
}
