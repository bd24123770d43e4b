import { Injectable } from '@nestjs/common';

/** The only source of "now": rules never call Date.now(), so tests can set the time. */
@Injectable()
export class Clock {
  private offset = 0;
  private frozenAt: number | null = null;

  /** Milliseconds since 1970, UTC. */
  now(): number {
    return this.frozenAt ?? Date.now() + this.offset;
  }

  /** For tests: stops the clock at this instant until `release` or the next `freeze`. */
  freeze(at: number | string): void {
    this.frozenAt = typeof at === 'string' ? Date.parse(at) : at;
  }

  /** For tests: moves the clock forward, frozen or running. */
  advance(milliseconds: number): void {
    if (this.frozenAt !== null) this.frozenAt += milliseconds;
    else this.offset += milliseconds;
  }

  release(): void {
    this.frozenAt = null;
    this.offset = 0;
  }
}
