import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const root = join(__dirname, '../..');
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

export interface KeptMail {
  to: string;
  subject: string;
  code?: string;
  link?: string;
}
export interface Visited {
  url: string;
  /** A new visitor: cookies and storage of their own. */
  visit(options?: { width?: number; lang?: string }): Promise<Page>;
  /** The newest mail to this address; waits until there is one. */
  mailTo(address: string, after?: number): Promise<KeptMail>;
  close(): Promise<void>;
}

/** The built product (dist and admin/dist) as a process of its own, and a real browser in front of it. */
export async function openProduct(env: Record<string, string> = {}): Promise<Visited> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-journey-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await start({ PORT: String(port), DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'journey.db')}`, PUBLIC_URL: url, SEED_DEMO: 'off', ...env });
  const browser: Browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ARGS });
  const contexts: BrowserContext[] = [];
  return {
    url,
    visit: async ({ width = 1280, lang } = {}) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      if (lang) await context.addCookies([{ name: 'lang', value: lang, url }]);
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      return page;
    },
    mailTo: async (address, after = 0) => {
      for (let tries = 0; tries < 100; tries++) {
        const mails = (await (await fetch(`${url}/dev/outbox.json`)).json()) as KeptMail[];
        const own = mails.filter((mail) => mail.to === address);
        if (own.length > after) return own[0]!;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no mail to ${address}`);
    },
    close: async () => {
      for (const context of contexts) await context.close();
      await browser.close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kept beside the test's output when a journey fails, so that one sees what the user saw. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'test/.output');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('listens on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${said}`)));
  });
  return child;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
