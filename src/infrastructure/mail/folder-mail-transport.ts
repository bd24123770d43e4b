import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callbackify } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transport } from 'nodemailer';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import { Clock } from '../../common/clock';
import { Config } from '../config/config';
import { isId } from '../../common/ids';
import { AppLogger } from '../logging/app-logger';
import type { TemplateMessage, RenderedMail } from './mail-templates';

export interface StoredMail extends RenderedMail {
  mail_id: string;
  kind: string;
  to: string;
  /** ISO 8601, UTC. */
  at: string;
  code: string | null;
  link: string | null;
}

/** The message that MailTransport passed to the mailer, after rendering. */
interface RenderedMessage {
  data: RenderedMail & {
    to: { address: string };
    context: TemplateMessage['data']['context'] & { mail_id: string; kind: string };
  };
}

const STORED_MAILS_MAX = 300;

/** Nodemailer transport without MAIL_URL: stores each mail as a file under data/outbox, shown at /dev/outbox. */
@Injectable()
export class FolderMailTransport implements Transport {
  readonly name = 'outbox';
  readonly version = '1';

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly logger: AppLogger,
  ) {}

  send(mail: MailMessage, done: (error: Error | null, info: null) => void): void {
    callbackify(() => this.store((mail as unknown as RenderedMessage).data))((error) => done(error, null));
  }

  private async store({ to, context, subject, html, text }: RenderedMessage['data']): Promise<void> {
    const { mail_id, kind } = context;
    const stored: StoredMail = {
      mail_id,
      kind,
      to: to.address,
      at: new Date(this.clock.now()).toISOString(),
      code: context.code ?? null,
      link: context.link ?? null,
      subject,
      html,
      text,
    };
    await mkdir(this.config.outboxFolder, { recursive: true, mode: 0o700 });
    const path = join(this.config.outboxFolder, `${mail_id}.json`);
    await writeFile(`${path}.draft`, JSON.stringify(stored, null, 2), { mode: 0o600 });
    await rename(`${path}.draft`, path);
    this.logger.log(`Mail "${kind}" stored: read it at ${this.config.publicUrl}/dev/outbox`, 'Mail');
    await this.deleteOldest();
  }

  /** Newest first. */
  async all(): Promise<StoredMail[]> {
    const stored = await Promise.all((await this.fileNames()).map((name) => this.read(name)));
    return stored
      .filter((mail) => mail !== null)
      .sort((a, b) => (a.at === b.at ? (a.mail_id < b.mail_id ? 1 : -1) : a.at < b.at ? 1 : -1));
  }

  async one(mail_id: string): Promise<StoredMail | null> {
    return isId(mail_id) ? this.read(`${mail_id}.json`) : null;
  }

  private async fileNames(): Promise<string[]> {
    const fileNames = await readdir(this.config.outboxFolder).catch(() => []);
    return fileNames.filter((name) => name.endsWith('.json'));
  }

  private async read(name: string): Promise<StoredMail | null> {
    return readFile(join(this.config.outboxFolder, name), 'utf8').then(
      (text) => JSON.parse(text) as StoredMail,
      () => null,
    );
  }

  private async deleteOldest(): Promise<void> {
    // UUIDv7 names sort by creation time.
    const fileNames = (await this.fileNames()).sort();
    await Promise.all(
      fileNames
        .slice(0, Math.max(0, fileNames.length - STORED_MAILS_MAX))
        .map((name) => rm(join(this.config.outboxFolder, name), { force: true })),
    );
  }
}
