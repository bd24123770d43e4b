import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { MailerService } from '@nestjs-modules/mailer';
import { breath } from '../breath';
import { Config } from '../config/config';
import { contextOf } from './mail-context';
import type { Mail } from './mail-kinds';
import type { mailerOf } from './mailer';

/**
 * The server could not be reached or lets nobody in, or the mailer not be loaded: not this letter's fault, and the next one
 * would fare alike.
 */
export class PostAway extends Error {}

/** One try in all: well below the lease (owed-mails.ts). */
const WHOLE_TRY = 60_000;
/** nodemailer's codes for a server that is not there, hangs up, says nothing, or lets us not in. */
const AWAY: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH']);

/** What a mailer is made of, in portions that let others have their turn. */
const PARTS = [
  'nodemailer',
  'handlebars',
  '@nestjs-modules/mailer',
  '@nestjs-modules/mailer/adapters/handlebars.adapter',
];

/** How a mail leaves the house: by SMTP, or into the browsable outbox, as its transport says. Loaded with the first mail. */
@Injectable()
export class Post {
  private mailer: Promise<MailerService> | undefined;

  constructor(
    private readonly lazily: LazyModuleLoader,
    private readonly config: Config,
  ) {
    // What is not installed is missed by the start, and not by the first mail.
    for (const part of PARTS) require.resolve(part);
  }

  /**
   * The mail's id is its Message-ID, so that a repeated delivery is recognised as the same letter.
   * @throws when it could not be handed over; the worker tries again later. @throws PostAway
   */
  async send(mail_id: string, kind: string, mail: Mail): Promise<void> {
    const mailer = await this.loaded();
    try {
      await mailer.sendMail({
        to: { name: '', address: mail.to },
        template: mail.template,
        context: { ...contextOf(mail), mail_id, kind },
        messageId: `<${mail_id}@skilgrid>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...leaveHeaders(mail) },
        disableFileAccess: true,
        disableUrlAccess: true,
        timeout: WHOLE_TRY,
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      throw AWAY.has(code ?? '') ? new PostAway(message, { cause: error }) : error;
    }
  }

  private loaded(): Promise<MailerService> {
    return (this.mailer ??= this.load().catch((error: unknown) => {
      this.mailer = undefined;
      throw new PostAway(`The mailer could not be loaded: ${(error as Error).message}`, { cause: error });
    }));
  }

  private async load(): Promise<MailerService> {
    for (const part of PARTS) {
      await breath();
      require(part);
    }
    const { mailerOf: make } = require('./mailer') as { mailerOf: typeof mailerOf };
    const { MailerService } = require('@nestjs-modules/mailer') as typeof import('@nestjs-modules/mailer');
    const module = await this.lazily.load(() => make(this.config), { logger: false });
    return module.get(MailerService, { strict: false });
  }
}

/** RFC 2369 and RFC 8058: mailboxes show a button of their own for it. */
const leaveHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
