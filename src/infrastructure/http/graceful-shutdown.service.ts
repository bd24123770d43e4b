import { Injectable } from '@nestjs/common';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const DRAIN_TIMEOUT_MS = 25_000;

/**
 * Shuts down without losing a request (docs/operations.md). After `begin` the process is not ready and sends
 * `Connection: close`; after the grace period it stops listening and waits for the accepted requests.
 */
@Injectable()
export class GracefulShutdownService {
  private started = false;
  private openRequests = 0;
  private readonly beginCallbacks: (() => void)[] = [];

  get isShuttingDown(): boolean {
    return this.started;
  }

  /** Runs at the start of the shutdown; ends streams that would otherwise stay open. */
  onBegin(callback: () => void): void {
    this.beginCallbacks.push(callback);
  }

  /** Counts open requests on the Node server, independent of Fastify hooks. */
  watch(server: Server): void {
    server.on('request', (_request, response) => {
      this.openRequests += 1;
      if (this.started && !response.headersSent) response.setHeader('Connection', 'close');
      response.once('close', () => {
        this.openRequests -= 1;
      });
    });
  }

  /**
   * @param graceMs time in which new requests are still served, until the balancer sees that we are not ready
   * @returns whether all accepted requests were answered within 25 s
   */
  async begin(server: Server, graceMs: number): Promise<boolean> {
    if (this.started) return true;
    this.started = true;
    const deadline = Date.now() + DRAIN_TIMEOUT_MS;
    for (const callback of this.beginCallbacks) callback();
    await pause(graceMs);
    const serverClosed = new Promise<void>((done) => server.close(() => done()));
    while (this.openRequests > 0 && Date.now() < deadline) {
      server.closeIdleConnections();
      await pause(20);
    }
    const isDrained = this.openRequests === 0;
    server.closeAllConnections();
    await serverClosed;
    return isDrained;
  }
}
