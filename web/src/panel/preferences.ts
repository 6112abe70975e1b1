/**
 * The user's preferences for the panel. They belong to the account. The browser stores a copy, so that they apply at once when
 * the panel opens.
 */
import { useSyncExternalStore } from "react";

import { api, body } from "@/api/client";
import { readSession } from "@/api/session";
import type { Preferences } from "@/api/types";
import { local } from "@/lib/storage";
import { notifyFailure } from "@/panel/notify-failure";

const STORAGE_KEY = "panel_preferences";
const DEFAULTS: Preferences = { contacts_layout: "conversation", shortcuts: true, signature: "" };
const LAYOUTS = ["conversation", "table", "board"] as const;
const listeners = new Set<() => void>();

/** Undefined until they are first read, and null while they are unknown: not loaded yet, and not stored in this browser. */
let current: Preferences | null | undefined;

/** Returns the preferences; null until they are known. */
export function usePreferences(): Preferences | null {
  return useSyncExternalStore(subscribe, read);
}

/** Returns the preferences; the defaults until they are known. */
export function readPreferences(): Preferences {
  return read() ?? DEFAULTS;
}

/** Loads the preferences of the account. After a failure, those that the browser has stored remain, or else the defaults. */
export async function loadPreferences(): Promise<void> {
  set(await body(api.GET("/api/auth/preferences")).catch(readPreferences));
}

/** Changes preferences. They apply at once, and are rolled back if the server refuses them. */
export async function savePreferences(change: Partial<Preferences>): Promise<void> {
  const before = readPreferences();
  set({ ...before, ...change });
  try {
    set(await body(api.PUT("/api/auth/preferences", { body: change })));
  } catch (error) {
    set(before);
    notifyFailure("Erro ao salvar a preferência", error);
  }
}

/** Changes preferences after the server has accepted them. */
export async function changePreferences(change: Partial<Preferences>): Promise<void> {
  set(await body(api.PUT("/api/auth/preferences", { body: change })));
}

/** Subscribes to changes; returns the function that ends the subscription. */
export function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function read(): Preferences | null {
  if (current === undefined) current = readStored();
  return current;
}

function set(preferences: Preferences): void {
  current = preferences;
  const user_id = readSession()?.user.id;
  if (user_id) local.write(STORAGE_KEY, JSON.stringify({ user_id, ...preferences }));
  listeners.forEach((changed) => changed());
}

/** Returns the stored preferences, unless they are those of another user of this browser. */
function readStored(): Preferences | null {
  const stored = local.readJson(STORAGE_KEY);
  if (typeof stored !== "object" || stored === null) return null;
  const { user_id, contacts_layout, shortcuts, signature } = stored as Record<string, unknown>;
  if (user_id !== readSession()?.user.id || typeof shortcuts !== "boolean" || typeof signature !== "string")
    return null;
  const layout = LAYOUTS.find((layout) => layout === contacts_layout) ?? DEFAULTS.contacts_layout;
  return { contacts_layout: layout, shortcuts, signature };
}
