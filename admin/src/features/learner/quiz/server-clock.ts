/** The server's clock as this machine can know it: the answer that travelled quickest says best what time it is. Pure. */
export class ServerClock {
  private offset = 0;
  private best = Number.POSITIVE_INFINITY;

  constructor(private readonly local: () => number = Date.now) {}

  /** `iso`: the server's time in an answer; `sentAt`, `heardAt`: this machine's clock around the call. */
  heard(iso: string, sentAt: number, heardAt: number): void {
    const server = Date.parse(iso);
    const took = Math.max(0, heardAt - sentAt);
    if (!Number.isFinite(server) || took > this.best) return;
    this.best = took;
    this.offset = server - (sentAt + took / 2);
  }

  readonly now = (): number => this.local() + this.offset;
}

/** Milliseconds until the deadline, never below 0; null without one. */
export const timeLeft = (deadline: string | null, now: number): number | null =>
  deadline === null ? null : Math.max(0, Date.parse(deadline) - now);

/** `12:05`, `1:02:05`; a begun second counts whole, so that 0:00 is the end. */
export function clockFace(ms: number): string {
  const all = Math.ceil(Math.max(0, ms) / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export type Urgency = 'calm' | 'near' | 'last';

/** `near`: the last fifth, five minutes at most. `last`: the last minute. */
export function urgencyOf(leftMs: number, wholeMs: number): Urgency {
  if (leftMs <= 60_000 && leftMs <= wholeMs / 2) return 'last';
  return leftMs <= Math.min(300_000, wholeMs / 5) ? 'near' : 'calm';
}
