import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transport } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import { Clock } from '../clock';
import { Config } from '../config/config';
import { isId } from '../ids';
import { Log } from '../logging/log';
import type { Composed, Letter } from './letter';

export interface KeptMail extends Letter {
  mail_id: string;
  kind: string;
  to: string;
  /** ISO 8601, UTC. */
  at: string;
  code: string | null;
  link: string | null;
}

/** What Post gave to the mailer, composed. */
interface Kept {
  data: Letter & { to: { address: string }; context: Composed['data']['context'] & { mail_id: string; kind: string } };
}

const KEPT = 300;

/** Without MAIL_URL, outside production, the mailer's transport: one file a mail under data/outbox, shown at /dev/outbox. */
@Injectable()
export class FolderPost implements Transport {
  readonly name = 'outbox';
  readonly version = '1';

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  send(mail: MailMessage, done: (error: Error | null, info: null) => void): void {
    callbackify(() => this.keep((mail as unknown as Kept).data))((error) => done(error, null));
  }

  private async keep({ to, context, subject, html, text }: Kept['data']): Promise<void> {
    const { mail_id, kind } = context;
    const kept: KeptMail = {
      mail_id,
      kind,
      to: to.address,
      at: new Date(this.clock.now()).toISOString(),
      code: context.code ?? null,
      link: context.link ?? null,
      ...{ subject, html, text },
    };
    await mkdir(this.config.outboxFolder, { recursive: true, mode: 0o700 });
    const path = join(this.config.outboxFolder, `${mail_id}.json`);
    await writeFile(`${path}.draft`, JSON.stringify(kept, null, 2), { mode: 0o600 });
    await rename(`${path}.draft`, path);
    this.log.log(`Mail "${kind}" kept: read it at ${this.config.publicUrl}/dev/outbox`, 'Mail');
    await this.forgetOldest();
  }

  /** Newest first. */
  async all(): Promise<KeptMail[]> {
    const kept = await Promise.all((await this.names()).map((name) => this.read(name)));
    return kept
      .filter((mail) => mail !== null)
      .sort((a, b) => (a.at === b.at ? (a.mail_id < b.mail_id ? 1 : -1) : a.at < b.at ? 1 : -1));
  }

  async one(mail_id: string): Promise<KeptMail | null> {
    return isId(mail_id) ? this.read(`${mail_id}.json`) : null;
  }

  private async names(): Promise<string[]> {
    const names = await readdir(this.config.outboxFolder).catch(() => []);
    return names.filter((name) => name.endsWith('.json'));
  }

  private async read(name: string): Promise<KeptMail | null> {
    return readFile(join(this.config.outboxFolder, name), 'utf8').then(
      (text) => JSON.parse(text) as KeptMail,
      () => null,
    );
  }

  private async forgetOldest(): Promise<void> {
    // UUIDv7 sorts by creation.
    const names = (await this.names()).sort();
    await Promise.all(
      names
        .slice(0, Math.max(0, names.length - KEPT))
        .map((name) => rm(join(this.config.outboxFolder, name), { force: true })),
    );
  }
}
