import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { entry } from './entry';
import { PATIENCE_MS, until } from './eventually';
import { offset, shiftDate } from './fixed-clock.cjs';

const root = join(__dirname, '../..');
const output = join(root, 'test/.output');
const openPages = new Set<Page>();
/** What each page has asked for and not been told yet (a video reads as long as it likes), and when that changed last. */
const asked = new WeakMap<Page, { readonly open: Set<Request>; changed: number }>();
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

interface KeptMail {
  to: string;
  subject: string;
  code?: string;
  link?: string;
}
export interface Visited {
  url: string;
  /** A new visitor: cookies and storage of their own. */
  visit(options?: { width?: number; lang?: string; locale?: string; path?: string; motion?: boolean }): Promise<Page>;
  /** The newest mail to this address; waits until there is one. */
  mailTo(address: string, after?: number): Promise<KeptMail>;
  close(): Promise<void>;
}

/**
 * The built product (dist and admin/dist) as a process of its own, and a real browser in front of it.
 * @param demo `made`: by this product, whose own address stands in some of it
 */
export async function openProduct(
  env: Record<string, string> = {},
  { host = '127.0.0.1', demo = 'copied' }: { host?: string; demo?: 'copied' | 'made' } = {},
): Promise<Visited> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-journey-'));
  // As it was left behind by the product that made it, for all journeys of this run (scripts/test-template.mjs).
  const { TEST_DEMO } = process.env;
  if (env.SEED_DEMO === 'on' && demo === 'copied' && TEST_DEMO) cpSync(TEST_DEMO, folder, { recursive: true });
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const child = await start({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: `sqlite:${join(folder, 'journey.db')}`,
    PUBLIC_URL: url,
    SEED_DEMO: 'off',
    FFMPEG: 'off',
    ...env,
  });
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ARGS,
    timeout: PATIENCE_MS,
  });
  return {
    url,
    visit: async ({ width = 1280, lang, locale = 'en-US', path, motion = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        reducedMotion: motion ? 'no-preference' : 'reduce',
        locale,
        timezoneId: 'UTC',
        baseURL: url,
      });
      context.setDefaultTimeout(PATIENCE_MS);
      if (lang) await context.addCookies([{ name: 'lang', value: lang, url }]);
      await context.addInitScript(shiftDate, offset);
      await context.addInitScript(shiftDateHeader, offset);
      await context.addInitScript(keepToasts);
      context.on('page', (page) => {
        openPages.add(page);
        listen(page);
        if (SLOWER > 1) void slowDown(page);
        page.once('close', () => openPages.delete(page));
      });
      const page = await context.newPage();
      if (path) await page.goto(path);
      return page;
    },
    mailTo: async (address, after = 0) => {
      let own: KeptMail[] = [];
      await until(async () => {
        const mails = (await (await fetch(`${url}/dev/outbox.json`)).json()) as KeptMail[];
        own = mails.filter((mail) => mail.to === address);
        return own.length > after;
      }, `more than ${after} mails to ${address}`);
      return own[0]!;
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

/** TEST_THROTTLE: a page is given its share of the processor, as on a machine so many times slower. */
const SLOWER = Number(process.env.TEST_THROTTLE || 1);

/** Its code runs so many times slower from now on. One that is closed meanwhile needs it no more. */
async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
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
export const unanswered = (page: Page): string[] => [...(asked.get(page)?.open ?? [])].map((request) => request.url());

/** For how many milliseconds it has asked for nothing and been told nothing. */
export const quietFor = (page: Page): number => Date.now() - (asked.get(page)?.changed ?? 0);

function listen(page: Page): void {
  const traffic = { open: new Set<Request>(), changed: Date.now() };
  asked.set(page, traffic);
  const kinds = ['fetch', 'xhr', 'script', 'stylesheet', 'font', 'image'];
  const told = (request: Request): void => {
    if (traffic.open.delete(request)) traffic.changed = Date.now();
  };
  page.on('request', (request) => {
    // A stream of what changes is open for as long as somebody looks.
    if (!kinds.includes(request.resourceType()) || new URL(request.url()).pathname === '/api/live') return;
    traffic.open.add(request);
    traffic.changed = Date.now();
  });
  // What a command answers need not be read to its end: a refusal is known by its status.
  page.on('response', (answer) => answer.request().method() !== 'GET' && told(answer.request()));
  page.on('requestfinished', told);
  page.on('requestfailed', told);
}

/**
 * In the page: Node writes the header `Date` by the real clock, and the page compares it with its own. The header itself stays as it
 * is: from it the browser reckons the age of a cached answer. The stream of changes has a `Date` by the product's clock already.
 */
function shiftDateHeader(milliseconds: number): void {
  const { get } = Headers.prototype;
  Headers.prototype.get = function (name) {
    const value = get.call(this, name);
    if (value === null || name.toLowerCase() !== 'date') return value;
    const [sent, shifted] = [Date.parse(value), Date.parse(value) + milliseconds];
    const isShifted = Math.abs(sent - Date.now()) < Math.abs(shifted - Date.now());
    return isShifted ? value : new Date(shifted).toUTCString();
  };
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
  // Of a page that answers no more there is none.
  await page.screenshot({ path: join(output, `${name}.png`), timeout: 20_000 });
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, entry('main', true), {
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
