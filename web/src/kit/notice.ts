/** A notice that has to outlive a page: left before moving on, taken by the page that comes next. */
const KEY = "notice";
const LIFETIME_MS = 15_000;

export interface Notice {
  title: string;
  description?: string | undefined;
}

export function leaveNotice(notice: Notice): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...notice, left_at: Date.now() }));
}

export function takeNotice(): Notice | null {
  const text = sessionStorage.getItem(KEY);
  if (!text) return null;
  sessionStorage.removeItem(KEY);
  const notice = JSON.parse(text) as Notice & { left_at: number };
  return Date.now() - notice.left_at < LIFETIME_MS ? notice : null;
}
