import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppModule } from '../../src/app.module';
import { Clock } from '../../src/platform/clock';
import { loadConfig } from '../../src/platform/config/load-config';
import { createServer } from '../../src/platform/http/server';
import { api, type Reply } from '../support/api';
import type { RunningApp } from '../support/app';
import { openCrowd, type Crowd } from '../support/crowd';
import type { MailSink } from '../support/mail-sink';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import type { Scaled } from '../support/scaled';
import { announced, filmOf, MEGABYTE, pieceOf, sendPart } from '../support/uploads';

const SEATS = 400;
const WRITERS = 4;
const PLAYERS = 6;
/** How long a part stays dead. */
const DEAD_MS = 8_000;
const BETWEEN_MS = 1_000;
/** So long after its time something may still be asked again. */
const LAST_MS = 60_000;

interface Gap {
  longest_ms: number;
  during: string;
}

export interface Figures {
  minutes: number;
  acknowledged: Record<string, number>;
  /** Answers that were asked again: refused, cut off, without an answer. */
  asked_again: number;
  killed: string[];
  longest_gap: Gap;
  mails: { owed: number; sent: number };
  seats: { of: number; taken: number };
  faults: string[];
}

/**
 * People at work while one part after the other is killed as `kill -9` does it. Everything that was acknowledged is looked for
 * afterwards, whatever was asked twice must have happened once.
 */
export class Drill {
  private readonly counts: Record<string, number> = {
    staff: 0,
    attempts: 0,
    uploads: 0,
    exports: 0,
    jobs: 0,
    mails: 0,
  };
  private readonly faults: string[] = [];
  private readonly staff = new Map<string, string>();
  private readonly invited = new Set<string>();
  private readonly submitted = new Map<string, string>();
  private readonly uploaded = new Map<string, number>();
  private askedAgain = 0;
  private last = Date.now();
  private gap: Gap = { longest_ms: 0, during: '' };
  private killed: string[] = [];
  private until = 0;
  private readonly players: { staff_id: string; headers: Headers }[] = [];
  private served!: RunningApp;
  private plant!: Plant;
  private crowd!: Crowd;

  constructor(
    private readonly scaled: Scaled,
    private readonly sink: MailSink,
  ) {}

  async run(milliseconds: number): Promise<Figures> {
    await this.prepare();
    this.until = Date.now() + milliseconds;
    this.last = Date.now();
    const jobs = this.bulk();
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, at) => this.hire(at)),
      ...Array.from({ length: PLAYERS }, (_, at) => this.play(at)),
      this.upload(),
      this.exports(),
      this.kills(milliseconds),
    ]);
    await jobs;
    await this.lookFor();
    return {
      minutes: milliseconds / 60_000,
      acknowledged: this.counts,
      asked_again: this.askedAgain,
      killed: this.killed,
      longest_gap: this.gap,
      mails: { owed: this.invited.size, sent: this.sink.received.length },
      seats: { of: SEATS, taken: this.staff.size },
      faults: this.faults,
    };
  }

  /** By a process of ours that ends before the first part is killed. */
  private async prepare(): Promise<void> {
    const config = loadConfig({ ...this.scaled.env, NODE_ENV: 'test', ROLE: 'web' });
    const app = await createServer(AppModule.with(config), config);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as { port: number };
    const making = { app, url: `http://127.0.0.1:${port}`, config, clock: app.get(Clock) };
    this.served = { ...making, mails: async () => [], close: () => app.close() };
    this.plant = await openPlant(this.served, { staff: SEATS, trainings: 50 });
    this.crowd = await openCrowd(this.served, 120);
    const players = this.crowd.staff.slice(10, 10 + PLAYERS);
    const order = { staff_id: players, training_id: [this.crowd.fresh.training_id] };
    const { status } = await api(this.served, this.crowd.admin).post('/api/training-assignments/bulk', order);
    if (status !== 200) throw new Error(`assigning a quiz: ${status}`);
    for (const [at, staff_id] of players.entries())
      this.players.push({
        staff_id,
        headers: await this.crowd.signIn({ role: 'user', staff_id, eid: `P-${at + 10}` }),
      });
    await app.close();
    this.served = { ...this.served, url: this.scaled.url };
  }

  /** Asks until it is answered by a yes or by a no that stays one. What may be asked twice says so by its key. */
  private async answered(headers: Headers, call: (as: ReturnType<typeof api>) => Promise<Reply>): Promise<Reply> {
    const as = api(this.served, { ...headers, 'idempotency-key': randomUUID() });
    for (;;) {
      const reply = await call(as).catch(() => null);
      if (reply && reply.status < 500 && reply.status !== 429) return reply;
      if (Date.now() > this.until + LAST_MS) {
        this.faults.push(`not answered in the end: ${reply?.status ?? 'no answer'} ${reply?.body?.code ?? ''}`);
        return reply ?? { status: 0, body: {}, headers: new globalThis.Headers() };
      }
      this.askedAgain += 1;
      await pause(200);
    }
  }

  private acknowledged(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
    // Afterwards the last jobs are waited for, and nobody else asks.
    if (this.isOver()) return;
    const now = Date.now();
    if (now - this.last > this.gap.longest_ms)
      this.gap = { longest_ms: now - this.last, during: this.killed.at(-1) ?? 'nothing' };
    this.last = now;
  }

  private isOver = (): boolean => Date.now() > this.until;

  /** Hires until no seat is left, and goes on asking; each second one is invited by mail. */
  private async hire(writer: number): Promise<void> {
    for (let n = 0; !this.isOver(); n++) {
      const staff_code = `D${writer}-${n}`;
      const email = `${staff_code.toLowerCase()}@drill.example`;
      const person = { staff_code, email, first_name: 'Asha', last_name: `Rao ${n}`, joined: '2024-01-01' };
      const made = await this.answered(this.plant.admin, (as) => as.post('/api/staff', person));
      if (made.status === 201) {
        this.acknowledged('staff');
        this.staff.set(made.body.id as string, staff_code);
        const id = made.body.id as string;
        const asked = n % 4 === 0;
        const sent = asked
          ? await this.answered(this.plant.admin, (as) => as.post(`/api/staff/${id}/invite`, { role: 'user' }))
          : null;
        if (sent && sent.status < 300) {
          this.acknowledged('mails');
          this.invited.add(email);
        }
      } else if (made.body?.code !== 'plan_limit_reached')
        this.faults.push(`hiring: ${made.status} ${made.body?.code}`);
      await pause(this.staff.size < SEATS ? 700 : 2_000);
    }
  }

  /** One quiz after the other. */
  private async play(at: number): Promise<void> {
    const { staff_id, headers } = this.players[at]!;
    const training_id = this.crowd.fresh.training_id;
    while (!this.isOver()) {
      const begun = await this.answered(headers, (as) => as.post('/api/attempts', { training_id }));
      const attempt_id = begun.body?.attempt_id as string | undefined;
      if (!attempt_id) {
        if (begun.status >= 400) return;
        continue;
      }
      const ended = await this.answered(headers, (as) => as.post(`/api/attempts/${attempt_id}/submit`, {}));
      if (ended.status < 300) {
        this.acknowledged('attempts');
        this.submitted.set(attempt_id, staff_id);
      } else this.faults.push(`quiz: ${ended.status} ${ended.body?.code}`);
      await pause(BETWEEN_MS);
    }
  }

  /** Films of some parts, each sent until it is taken. */
  private async upload(): Promise<void> {
    const film = filmOf(12 * MEGABYTE);
    const { admin } = this.plant;
    const training = await this.answered(admin, (as) => as.post('/api/trainings', { code: 'DRILL', title: 'Drill' }));
    const training_id = training.body.training_id as string;
    const path = `/api/trainings/${training_id}/uploads`;
    for (let n = 0; !this.isOver(); n++) {
      const begun = await this.answered(admin, (as) => as.post(path, announced(film, { name: `film-${n}.mp4` })));
      if (begun.status >= 300) {
        this.faults.push(`upload: ${begun.status} ${begun.body?.code}`);
        return;
      }
      const { upload_id, part_bytes } = begun.body;
      for (;;) {
        const { body } = await this.answered(admin, (as) => as.get(`${path}/${upload_id}`));
        const open = (body.parts as { number: number; bytes: number; done: boolean; url: string }[]).filter(
          ({ done }) => !done,
        );
        if (!open.length) break;
        for (const part of open)
          await sendPart(this.scaled.url, admin, part.url, pieceOf(film, { ...part }, part_bytes)).catch(() => 0);
      }
      const ended = await this.answered(admin, (as) => as.post(`${path}/${upload_id}/complete`, {}));
      if (ended.status < 300) {
        this.acknowledged('uploads');
        this.uploaded.set(training_id, film.length);
      } else this.faults.push(`upload: ${ended.status} ${ended.body?.code}`);
      await pause(5 * BETWEEN_MS);
    }
  }

  private async exports(): Promise<void> {
    while (!this.isOver()) {
      const { status } = await this.answered(this.crowd.admin, (as) => as.get('/api/exports/staff?format=csv'));
      if (status === 200) this.acknowledged('exports');
      else this.faults.push(`export: ${status}`);
      await pause(3 * BETWEEN_MS);
    }
  }

  /** All people × all trainings, and back, as often as there is time. */
  private async bulk(): Promise<void> {
    const { admin, staff, trainings } = this.crowd;
    const order = { staff_id: staff, training_id: trainings.slice(0, 100) };
    const ended = async (job_id: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const { body } = await this.answered(admin, (as) => as.get(`/api/jobs/${job_id}`));
        if (!['queued', 'running', 'undoing'].includes(body.state as string)) return body;
        await pause(1_000);
      }
    };
    while (!this.isOver()) {
      const planned = await this.answered(admin, (as) => as.post('/api/training-assignments/bulk/preview', order));
      const begun = await this.answered(admin, (as) => as.post('/api/training-assignments/bulk', order));
      const job_id = begun.body?.job_id as string;
      if (!job_id) {
        this.faults.push(`bulk: ${begun.status} ${begun.body?.code}`);
        return;
      }
      const done = await ended(job_id);
      if (done['state'] !== 'done' || done['changed'] !== planned.body.to_assign)
        this.faults.push(`bulk: ${String(done['state'])}, ${String(done['changed'])} of ${planned.body.to_assign}`);
      this.acknowledged('jobs');
      await this.answered(admin, (as) => as.post(`/api/jobs/${job_id}/undo`));
      const back = await ended(job_id);
      if (back['state'] !== 'undone' || back['undone'] !== done['changed'])
        this.faults.push(`undo: ${String(back['state'])}, ${String(back['undone'])} of ${String(done['changed'])}`);
      this.acknowledged('jobs');
    }
  }

  /** Web, worker, Redis, the database node that is written to, storage; and again, in turn. */
  private async kills(milliseconds: number): Promise<void> {
    const { scaled } = this;
    const parts: Record<string, [() => Promise<void>, () => Promise<void>]> = {
      web1: [() => scaled.killProcess('web1'), () => scaled.startProcess('web1')],
      worker1: [() => scaled.killProcess('worker1'), () => scaled.startProcess('worker1')],
      redis: [() => scaled.redis.kill(), () => scaled.redis.start()],
      'database node': [() => scaled.cluster.kill(0), () => scaled.cluster.again(0)],
      storage: [() => scaled.storage.kill(), () => scaled.storage.again()],
    };
    const turn = Math.max(DEAD_MS * 2, milliseconds / (Object.keys(parts).length + 1));
    for (const [name, [kill, again]] of Object.entries(parts)) {
      await pause(turn - DEAD_MS);
      if (this.isOver()) return;
      this.killed.push(name);
      await kill();
      await pause(DEAD_MS);
      await again();
    }
  }

  /** Everything that was acknowledged is there, once. */
  private async lookFor(): Promise<void> {
    const { admin } = this.plant;
    for (const [id, staff_code] of this.staff) {
      const { status, body } = await this.answered(admin, (as) => as.get(`/api/staff/${id}`));
      if (status !== 200 || body.staff_code !== staff_code) this.faults.push(`staff ${staff_code}: ${status}`);
    }
    const { headers } = await this.answered(admin, (as) => as.get('/api/staff?_start=0&_end=1'));
    const kept = Number(headers.get('x-total-count'));
    if (kept !== this.staff.size) this.faults.push(`${kept} staff kept, ${this.staff.size} acknowledged`);
    if (kept > SEATS) this.faults.push(`${kept} staff on ${SEATS} seats`);
    for (const [attempt_id] of this.submitted) {
      const { status, body } = await this.answered(this.crowd.admin, (as) => as.get(`/api/attempts/${attempt_id}`));
      if (status !== 200 || body.state === 'in_progress')
        this.faults.push(`attempt ${attempt_id}: ${status} ${body?.state}`);
    }
    for (const [training_id, bytes] of this.uploaded) {
      const link = await this.answered(admin, (as) => as.get(`/api/trainings/${training_id}/video-link`));
      const film = await fetch(new URL(link.body.url as string, this.scaled.url));
      const got = (await film.arrayBuffer()).byteLength;
      if (got !== bytes) this.faults.push(`film of ${training_id}: ${got} bytes of ${bytes}`);
    }
    // What is owed may wait for its pause.
    for (let tries = 0; tries < 120 && this.sink.received.length < this.invited.size; tries++) await pause(1_000);
    for (const email of this.invited) {
      const letters = this.sink.received.filter(({ to }) => to.includes(email)).length;
      if (letters !== 1) this.faults.push(`mail to ${email}: ${letters} times`);
    }
  }
}
