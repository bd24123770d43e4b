import { Injectable } from '@nestjs/common';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST = 25_000;

/**
 * The end of a process without a lost request (contract.md, Integrity): from `begin` on it is not ready and asks clients
 * to go elsewhere (`Connection: close`); then it stops listening; then it waits for what it had accepted.
 */
@Injectable()
export class GracefulShutdown {
  private started = false;
  private running = 0;
  private readonly first: (() => void)[] = [];

  get isShuttingDown(): boolean {
    return this.started;
  }

  /** Done first of all: what would never end by itself ends then. */
  onBegin(effect: () => void): void {
    this.first.push(effect);
  }

  /** Counts requests on the socket level, whatever becomes of them later. */
  watch(server: Server): void {
    server.on('request', (_request, response) => {
      this.running += 1;
      if (this.started && !response.headersSent) response.setHeader('Connection', 'close');
      response.once('close', () => {
        this.running -= 1;
      });
    });
  }

  /**
   * @param grace milliseconds in which new requests are still served, for a balancer to see that we are not ready
   * @returns whether everything accepted was answered within 25 s
   */
  async begin(server: Server, grace: number): Promise<boolean> {
    if (this.started) return true;
    this.started = true;
    const until = Date.now() + LONGEST;
    for (const effect of this.first) effect();
    await pause(grace);
    const closed = new Promise<void>((done) => server.close(() => done()));
    while (this.running > 0 && Date.now() < until) {
      server.closeIdleConnections();
      await pause(20);
    }
    const whole = this.running === 0;
    server.closeAllConnections();
    await closed;
    return whole;
  }
}
