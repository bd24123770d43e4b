import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';

const root = join(__dirname, '../..');
const output = join(root, 'test/.output');
const openPages = new Set<Page>();
/** What each page has asked for and not been told yet. A video reads as long as it likes. */
const asked = new WeakMap<Page, Set<Request>>();
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How long a page may take to show what a step waits for: only what hangs takes so long. */
export const PATIENCE_MS = 45_000;

interface KeptMail {
  to: string;
  subject: string;
  code?: string;
  link?: string;
}
export interface Visited {
  url: string;
  /** A new visitor: cookies and storage of their own. */
  visit(options?: { width?: number; lang?: string; path?: string; motion?: boolean }): Promise<Page>;
  /** The newest mail to this address; waits until there is one. */
  mailTo(address: string, after?: number): Promise<KeptMail>;
  close(): Promise<void>;
}

/** The built product (dist and admin/dist) as a process of its own, and a real browser in front of it. */
export async function openProduct(env: Record<string, string> = {}, host = '127.0.0.1'): Promise<Visited> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-journey-'));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const child = await start({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'journey.db')}`,
    PUBLIC_URL: url,
    SEED_DEMO: 'off',
    ...env,
  });
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ARGS,
    timeout: 4 * PATIENCE_MS,
  });
  return {
    url,
    visit: async ({ width = 1280, lang, path, motion = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        reducedMotion: motion ? 'no-preference' : 'reduce',
        locale: 'en-US',
        baseURL: url,
      });
      if (lang) await context.addCookies([{ name: 'lang', value: lang, url }]);
      await context.addInitScript(keepToasts);
      context.on('page', (page) => {
        page.setDefaultTimeout(PATIENCE_MS);
        openPages.add(page);
        listen(page);
        page.once('close', () => openPages.delete(page));
      });
      const page = await context.newPage();
      if (path) await page.goto(path);
      return page;
    },
    mailTo: async (address, after = 0) => {
      const end = Date.now() + PATIENCE_MS;
      while (Date.now() < end) {
        const mails = (await (await fetch(`${url}/dev/outbox.json`)).json()) as KeptMail[];
        const own = mails.filter((mail) => mail.to === address);
        if (own.length > after) return own[0]!;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`no mail to ${address}`);
    },
    close: async () => {
      await browser.close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Of a whole journey, whose steps have a patience each: thirty pages in two colours take a busy machine their time. */
const LONGEST_MS = 1_200_000;

/** A test whose open pages are kept as pictures in test/.output when it fails, so that one sees what the user saw. */
export function journey(fact: string, walk: () => Promise<void>): void {
  it(
    fact,
    async () => {
      try {
        await walk();
      } catch (error) {
        const name = fact.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 60);
        for (const [index, page] of [...openPages].entries())
          await picture(page, `${name}-${index + 1}`).catch(() => undefined);
        throw error;
      } finally {
        for (const page of [...openPages]) await page.context().close();
      }
    },
    LONGEST_MS,
  );
}

/** The addresses that it has asked for and not been answered. */
export const unanswered = (page: Page): string[] => [...(asked.get(page) ?? [])].map((request) => request.url());

function listen(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  const kinds = ['fetch', 'xhr', 'script', 'stylesheet'];
  page.on('request', (request) => void (kinds.includes(request.resourceType()) && open.add(request)));
  // What a command answers need not be read to its end: a refusal is known by its status.
  page.on('response', (answer) => void (answer.request().method() !== 'GET' && open.delete(answer.request())));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
}

/** In the page: what toasts said. They are gone after five seconds, and on a busy machine a step may take as long. */
function keepToasts(): void {
  const toastsShown: string[] = [];
  Object.assign(globalThis, { toastsShown });
  const NOTICE = '.ant-notification-notice';
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const notice of added.flatMap((node) => [node, ...node.querySelectorAll(NOTICE)]))
      if (notice.matches(`#toasts ${NOTICE}`)) toastsShown.push(notice.textContent.replaceAll(/\s+/g, ' '));
  }).observe(document, { childList: true, subtree: true });
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  await page.screenshot({ path: join(output, `${name}.png`) });
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let printed = '';
    child.stdout!.on('data', (part: Buffer) => {
      printed += part.toString();
      if (printed.includes('listens on')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${printed}`)));
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
