/** A notice for the next page: stored before leaving this one, and shown there. */
import { tab } from "./storage";

const KEY = "notice";
const LIFETIME_MS = 15_000;

export interface Notice {
  title: string;
  description?: string | undefined;
}

export function leaveNotice(notice: Notice): void {
  tab.write(KEY, JSON.stringify({ ...notice, leftAt: Date.now() }));
}

export function takeNotice(): Notice | null {
  const notice = tab.readJson(KEY) as (Notice & { leftAt: number }) | null;
  tab.remove(KEY);
  return notice && Date.now() - notice.leftAt < LIFETIME_MS ? notice : null;
}
