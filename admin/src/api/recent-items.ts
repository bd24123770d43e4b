/** Items recently opened by the search palette, newest first; in local storage until sign-out (storage.ts). */
export interface RecentItem {
  readonly route: string;
  readonly name: string;
  readonly code?: string;
}
export const RECENT_KEY = 'sg-recent';
const MAX_RECENT = 6;

export function readRecentItems(): readonly RecentItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as RecentItem[]).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function addRecentItem(item: RecentItem): void {
  const others = readRecentItems().filter(({ route }) => route !== item.route);
  localStorage.setItem(RECENT_KEY, JSON.stringify([item, ...others].slice(0, MAX_RECENT)));
}
