/** Estimates the server's clock. The response with the shortest round trip is the most exact. */
export class ServerClock {
  private offset = 0;
  private bestRoundTripMs = Number.POSITIVE_INFINITY;

  constructor(private readonly localNow: () => number = Date.now) {}

  /** @param iso server time of a response; `sentAt` and `receivedAt` are local times around the call */
  sync(iso: string, sentAt: number, receivedAt: number): void {
    const server = Date.parse(iso);
    const roundTripMs = Math.max(0, receivedAt - sentAt);
    if (!Number.isFinite(server) || roundTripMs > this.bestRoundTripMs) return;
    this.bestRoundTripMs = roundTripMs;
    this.offset = server - (sentAt + roundTripMs / 2);
  }

  readonly now = (): number => this.localNow() + this.offset;
}

/** Milliseconds until the deadline, at least 0; null without a deadline. */
export const timeLeft = (deadline: string | null, now: number): number | null =>
  deadline === null ? null : Math.max(0, Date.parse(deadline) - now);

/** `12:05`, `1:02:05`. Rounded up, so that 0:00 is the end. */
export function formatCountdown(ms: number): string {
  const totalSeconds = Math.ceil(Math.max(0, ms) / 1000);
  const [hours, minutes, seconds] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  const padTwo = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(seconds)}` : `${minutes}:${padTwo(seconds)}`;
}

export type Urgency = 'calm' | 'near' | 'last';

/** `near`: the last fifth, at most five minutes. `last`: the last minute. */
export function urgencyOf(remainingMs: number, totalMs: number): Urgency {
  if (remainingMs <= 60_000 && remainingMs <= totalMs / 2) return 'last';
  return remainingMs <= Math.min(300_000, totalMs / 5) ? 'near' : 'calm';
}
