/** When the next step of a contact is due, in words. */
import type { NextStep } from "@/api/types";
import { fromLocal } from "@/lib/sao-paulo";
import type { Tone } from "@/panel/controls/badge";
import { fileDay, formatShortDay } from "@/panel/format";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DueText {
  /** 'hoje, 14:30', 'amanhã', '28/11', 'desde 25/11'. */
  text: string;
  tone: Tone;
  /** Whether the step is due today or overdue. */
  isDue: boolean;
}

/** Returns the day in São Paulo, some days after `now`. */
export function dayAfter(now: number, days: number): string {
  return fileDay(new Date(now + days * DAY_MS));
}

/** Time of the reminder of a step without a time. */
const REMINDER_TIME = "08:00";

/** Returns whether the time at which a step's reminder would be sent is over. The server then sends none. */
export function isReminderOver(date: string, time: string, now: number): boolean {
  const moment = fromLocal(`${date}T${time || REMINDER_TIME}`);
  return moment !== null && Date.parse(moment) <= now;
}

export function describeDue({ date, time }: NextStep, now: number): DueText {
  const today = dayAfter(now, 0);
  const suffix = time ? `, ${time}` : "";
  const moment = time ? fromLocal(`${date}T${time}`) : null;
  const isOver = date < today || (moment !== null && Date.parse(moment) < now);
  if (isOver) {
    const since = date === today ? `hoje${suffix}` : formatShortDay(date);
    return { text: `desde ${since}`, tone: "danger", isDue: true };
  }
  if (date === today) return { text: `hoje${suffix}`, tone: "warning", isDue: true };
  const day = date === dayAfter(now, 1) ? "amanhã" : formatShortDay(date);
  return { text: `${day}${suffix}`, tone: "neutral", isDue: false };
}
