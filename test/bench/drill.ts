import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/common/clock';
import { loadConfig } from '../../src/infrastructure/config/load-config';
import { createServer } from '../../src/infrastructure/http/server';
import { api, type Reply } from '../support/api';
import type { RunningApp } from '../support/app';
import { createLargeOrganisation, type LargeOrganisation } from '../support/large-organisation';
import type { MailSink } from '../support/mail-sink';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import type { ProductCluster } from '../support/product-cluster';
import { uploadBody, videoOf, MEGABYTE, partBytes, sendPart } from '../support/video-uploads';

const SEATS = 400;
const WRITERS = 4;
const PLAYERS = 6;
/** How long a killed part stays down. */
const DOWN_MS = 8_000;
const PAUSE_MS = 1_000;
/** How long after the end of the drill requests are still retried. */
const RETRY_MS = 60_000;

interface Gap {
  longest_ms: number;
  during: string;
}

export interface Figures {
  minutes: number;
  recordAcknowledged: Record<string, number>;
  /** Requests that were retried: refused, cut off, without an answer. */
  asked_again: number;
  killed: string[];
  longest_gap: Gap;
  mails: { owed: number; invitation: number };
  seats: { of: number; taken: number };
  faults: string[];
}

/**
 * Simulated load while one part after the other is killed with SIGKILL. Afterwards everything acknowledged is
 * verified to exist, and retried requests to have had effect once.
 */
export class Drill {
  private readonly counts: Record<string, number> = {
    staff: 0,
    attempts: 0,
    uploads: 0,
    exportStaff: 0,
    jobs: 0,
    mails: 0,
  };
  private readonly faults: string[] = [];
  private readonly staff = new Map<string, string>();
  private readonly invited = new Set<string>();
  private readonly submitted = new Map<string, string>();
  private readonly uploaded = new Map<string, number>();
  private retries = 0;
  private lastAnswerAt = Date.now();
  private longestGap: Gap = { longest_ms: 0, during: '' };
  private killed: string[] = [];
  private endsAt = 0;
  private readonly players: { staff_id: string; headers: Headers }[] = [];
  private runningApp!: RunningApp;
  private plant!: Plant;
  private crowd!: LargeOrganisation;

  constructor(
    private readonly productCluster: ProductCluster,
    private readonly sink: MailSink,
  ) {}

  async run(milliseconds: number): Promise<Figures> {
    await this.prepare();
    this.endsAt = Date.now() + milliseconds;
    this.lastAnswerAt = Date.now();
    const jobs = this.assignInBulk();
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, at) => this.createStaff(at)),
      ...Array.from({ length: PLAYERS }, (_, at) => this.playQuizzes(at)),
      this.uploadVideos(),
      this.exportStaff(),
      this.killParts(milliseconds),
    ]);
    await jobs;
    await this.verifyAcknowledged();
    return {
      minutes: milliseconds / 60_000,
      recordAcknowledged: this.counts,
      asked_again: this.retries,
      killed: this.killed,
      longest_gap: this.longestGap,
      mails: { owed: this.invited.size, invitation: this.sink.received.length },
      seats: { of: SEATS, taken: this.staff.size },
      faults: this.faults,
    };
  }

  /** Prepares the data through a temporary process that ends before the first part is killed. */
  private async prepare(): Promise<void> {
    const config = loadConfig({ ...this.productCluster.env, NODE_ENV: 'test', ROLE: 'web' });
    const app = await createServer(AppModule.forRoot(config), config);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    const server = { app, url: `http://127.0.0.1:${port}`, config, clock: app.get(Clock) };
    this.runningApp = { ...server, mails: async () => [], close: () => app.close() };
    this.plant = await openPlant(this.runningApp, { staff: SEATS, trainings: 50 });
    this.crowd = await createLargeOrganisation(this.runningApp, 120);
    const players = this.crowd.staff.slice(10, 10 + PLAYERS);
    const order = { staff_id: players, training_id: [this.crowd.fresh.training_id] };
    const { status } = await api(this.runningApp, this.crowd.admin).post('/api/training-assignments/bulk', order);
    if (status !== 200) throw new Error(`assigning a quiz: ${status}`);
    for (const [at, staff_id] of players.entries())
      this.players.push({
        staff_id,
        headers: await this.crowd.signIn({ role: 'user', staff_id, eid: `P-${at + 10}` }),
      });
    await app.close();
    this.runningApp = { ...this.runningApp, url: this.productCluster.url };
  }

  /** Retries until the answer is final (success or a client error). The idempotency key makes retries safe. */
  private async callUntilAnswered(
    headers: Headers,
    call: (as: ReturnType<typeof api>) => Promise<Reply>,
  ): Promise<Reply> {
    const as = api(this.runningApp, { ...headers, 'idempotency-key': randomUUID() });
    for (;;) {
      const reply = await call(as).catch(() => null);
      if (reply && reply.status < 500 && reply.status !== 429) return reply;
      if (Date.now() > this.endsAt + RETRY_MS) {
        this.faults.push(`no final answer: ${reply?.status ?? 'no answer'} ${reply?.body?.code ?? ''}`);
        return reply ?? { status: 0, body: {}, headers: new globalThis.Headers() };
      }
      this.retries += 1;
      await pause(200);
    }
  }

  private recordAcknowledged(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    // Afterwards the drill only waits for the last jobs.
    if (this.isOver()) return;
    const now = Date.now();
    if (now - this.lastAnswerAt > this.longestGap.longest_ms)
      this.longestGap = { longest_ms: now - this.lastAnswerAt, during: this.killed.at(-1) ?? 'nothing' };
    this.lastAnswerAt = now;
  }

  private isOver = (): boolean => Date.now() > this.endsAt;

  /** Creates staff until no seat is left, then keeps trying; invites every fourth by mail. */
  private async createStaff(writer: number): Promise<void> {
    for (let n = 0; !this.isOver(); n++) {
      const staff_code = `D${writer}-${n}`;
      const email = `${staff_code.toLowerCase()}@drill.example`;
      const person = { staff_code, email, first_name: 'Asha', last_name: `Rao ${n}`, joined: '2024-01-01' };
      const created = await this.callUntilAnswered(this.plant.admin, (as) => as.post('/api/staff', person));
      if (created.status === 201) {
        this.recordAcknowledged('staff');
        this.staff.set(created.body.id as string, staff_code);
        const id = created.body.id as string;
        const isInvited = n % 4 === 0;
        const invitation = isInvited
          ? await this.callUntilAnswered(this.plant.admin, (as) => as.post(`/api/staff/${id}/invite`, { role: 'user' }))
          : null;
        if (invitation && invitation.status < 300) {
          this.recordAcknowledged('mails');
          this.invited.add(email);
        }
      } else if (created.body?.code !== 'plan_limit_reached')
        this.faults.push(`hiring: ${created.status} ${created.body?.code}`);
      await pause(this.staff.size < SEATS ? 700 : 2_000);
    }
  }

  /** Plays one quiz after the other. */
  private async playQuizzes(at: number): Promise<void> {
    const { staff_id, headers } = this.players[at]!;
    const training_id = this.crowd.fresh.training_id;
    while (!this.isOver()) {
      const started = await this.callUntilAnswered(headers, (as) => as.post('/api/attempts', { training_id }));
      const attempt_id = started.body?.attempt_id as string | undefined;
      if (!attempt_id) {
        if (started.status >= 400) return;
        continue;
      }
      const submitted = await this.callUntilAnswered(headers, (as) =>
        as.post(`/api/attempts/${attempt_id}/submit`, {}),
      );
      if (submitted.status < 300) {
        this.recordAcknowledged('attempts');
        this.submitted.set(attempt_id, staff_id);
      } else this.faults.push(`quiz: ${submitted.status} ${submitted.body?.code}`);
      await pause(PAUSE_MS);
    }
  }

  /** Uploads videos of several parts, each sent until it is stored. */
  private async uploadVideos(): Promise<void> {
    const video = videoOf(12 * MEGABYTE);
    const { admin } = this.plant;
    const training = await this.callUntilAnswered(admin, (as) =>
      as.post('/api/trainings', { code: 'DRILL', title: 'Drill' }),
    );
    const training_id = training.body.training_id as string;
    const path = `/api/trainings/${training_id}/uploads`;
    for (let n = 0; !this.isOver(); n++) {
      const started = await this.callUntilAnswered(admin, (as) =>
        as.post(path, uploadBody(video, { name: `film-${n}.mp4` })),
      );
      if (started.status >= 300) {
        this.faults.push(`upload: ${started.status} ${started.body?.code}`);
        return;
      }
      const { upload_id, part_bytes } = started.body;
      for (;;) {
        const { body } = await this.callUntilAnswered(admin, (as) => as.get(`${path}/${upload_id}`));
        const open = (body.parts as { number: number; bytes: number; done: boolean; url: string }[]).filter(
          ({ done }) => !done,
        );
        if (!open.length) break;
        for (const part of open)
          await sendPart(this.productCluster.url, admin, part.url, partBytes(video, { ...part }, part_bytes)).catch(
            () => 0,
          );
      }
      const completed = await this.callUntilAnswered(admin, (as) => as.post(`${path}/${upload_id}/complete`, {}));
      if (completed.status < 300) {
        this.recordAcknowledged('uploads');
        this.uploaded.set(training_id, video.length);
      } else this.faults.push(`upload: ${completed.status} ${completed.body?.code}`);
      await pause(5 * PAUSE_MS);
    }
  }

  private async exportStaff(): Promise<void> {
    while (!this.isOver()) {
      const { status } = await this.callUntilAnswered(this.crowd.admin, (as) =>
        as.get('/api/exports/staff?format=csv'),
      );
      if (status === 200) this.recordAcknowledged('exports');
      else this.faults.push(`export: ${status}`);
      await pause(3 * PAUSE_MS);
    }
  }

  /** Assigns all trainings to all people and undoes it, repeatedly. */
  private async assignInBulk(): Promise<void> {
    const { admin, staff, trainings } = this.crowd;
    const order = { staff_id: staff, training_id: trainings.slice(0, 100) };
    const waitForJob = async (job_id: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const { body } = await this.callUntilAnswered(admin, (as) => as.get(`/api/jobs/${job_id}`));
        if (!['queued', 'running', 'undoing'].includes(body.state as string)) return body;
        await pause(1_000);
      }
    };
    while (!this.isOver()) {
      const preview = await this.callUntilAnswered(admin, (as) =>
        as.post('/api/training-assignments/bulk/preview', order),
      );
      const started = await this.callUntilAnswered(admin, (as) => as.post('/api/training-assignments/bulk', order));
      const job_id = started.body?.job_id as string;
      if (!job_id) {
        this.faults.push(`bulk: ${started.status} ${started.body?.code}`);
        return;
      }
      const done = await waitForJob(job_id);
      if (done['state'] !== 'done' || done['changed'] !== preview.body.to_assign)
        this.faults.push(`bulk: ${String(done['state'])}, ${String(done['changed'])} of ${preview.body.to_assign}`);
      this.recordAcknowledged('jobs');
      await this.callUntilAnswered(admin, (as) => as.post(`/api/jobs/${job_id}/undo`));
      const undone = await waitForJob(job_id);
      if (undone['state'] !== 'undone' || undone['undone'] !== done['changed'])
        this.faults.push(`undo: ${String(undone['state'])}, ${String(undone['undone'])} of ${String(done['changed'])}`);
      this.recordAcknowledged('jobs');
    }
  }

  /** Kills and restarts in turn: web, worker, Redis, the database node that accepts writes, storage. */
  private async killParts(milliseconds: number): Promise<void> {
    const { productCluster } = this;
    const parts: Record<string, [() => Promise<void>, () => Promise<void>]> = {
      web1: [() => productCluster.killProcess('web1'), () => productCluster.startProcess('web1')],
      worker1: [() => productCluster.killProcess('worker1'), () => productCluster.startProcess('worker1')],
      redis: [() => productCluster.redis.kill(), () => productCluster.redis.start()],
      'database node': [() => productCluster.cluster.kill(0), () => productCluster.cluster.restart(0)],
      storage: [() => productCluster.storage.kill(), () => productCluster.storage.restart()],
    };
    const interval = Math.max(DOWN_MS * 2, milliseconds / (Object.keys(parts).length + 1));
    for (const [name, [kill, restart]] of Object.entries(parts)) {
      await pause(interval - DOWN_MS);
      if (this.isOver()) return;
      this.killed.push(name);
      await kill();
      await pause(DOWN_MS);
      await restart();
    }
  }

  /** Verifies that everything acknowledged exists exactly once. */
  private async verifyAcknowledged(): Promise<void> {
    const { admin } = this.plant;
    for (const [id, staff_code] of this.staff) {
      const { status, body } = await this.callUntilAnswered(admin, (as) => as.get(`/api/staff/${id}`));
      if (status !== 200 || body.staff_code !== staff_code) this.faults.push(`staff ${staff_code}: ${status}`);
    }
    const { headers } = await this.callUntilAnswered(admin, (as) => as.get('/api/staff?_start=0&_end=1'));
    const storedCount = Number(headers.get('x-total-count'));
    if (storedCount !== this.staff.size)
      this.faults.push(`${storedCount} staff stored, ${this.staff.size} acknowledged`);
    if (storedCount > SEATS) this.faults.push(`${storedCount} staff on ${SEATS} seats`);
    for (const [attempt_id] of this.submitted) {
      const { status, body } = await this.callUntilAnswered(this.crowd.admin, (as) =>
        as.get(`/api/attempts/${attempt_id}`),
      );
      if (status !== 200 || body.state === 'in_progress')
        this.faults.push(`attempt ${attempt_id}: ${status} ${body?.state}`);
    }
    for (const [training_id, bytes] of this.uploaded) {
      const link = await this.callUntilAnswered(admin, (as) => as.get(`/api/trainings/${training_id}/video-link`));
      const response = await fetch(new URL(link.body.url as string, this.productCluster.url));
      const receivedBytes = (await response.arrayBuffer()).byteLength;
      if (receivedBytes !== bytes) this.faults.push(`film of ${training_id}: ${receivedBytes} bytes of ${bytes}`);
    }
    // Mails still owed may wait for the pause between two tries.
    for (let tries = 0; tries < 120 && this.sink.received.length < this.invited.size; tries++) await pause(1_000);
    for (const email of this.invited) {
      const mailCount = this.sink.received.filter(({ to }) => to.includes(email)).length;
      if (mailCount !== 1) this.faults.push(`mail to ${email}: ${mailCount} times`);
    }
  }
}
