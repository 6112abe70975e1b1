/** A notice that has to outlive a page: left before moving on, taken by the page that comes next. */
import { tab } from "./storage";

const KEY = "notice";
const LIFETIME_MS = 15_000;

export interface Notice {
  title: string;
  description?: string | undefined;
}

export function leaveNotice(notice: Notice): void {
  tab.write(KEY, JSON.stringify({ ...notice, left_at: Date.now() }));
}

export function takeNotice(): Notice | null {
  const notice = tab.readJson(KEY) as (Notice & { left_at: number }) | null;
  tab.remove(KEY);
  return notice && Date.now() - notice.left_at < LIFETIME_MS ? notice : null;
}
