/** What was opened by the search box lately, newest first; on this machine, until signing out (client/storage.ts). */
export interface Recent {
  readonly route: string;
  readonly name: string;
  readonly code?: string;
}
export const RECENT = 'sg-recent';
const KEPT = 6;

export function readRecent(): readonly Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as Recent[]).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function keepRecent(opened: Recent): void {
  const others = readRecent().filter(({ route }) => route !== opened.route);
  localStorage.setItem(RECENT, JSON.stringify([opened, ...others].slice(0, KEPT)));
}
