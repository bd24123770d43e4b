import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page, type Request } from 'playwright-core';
import { entryPointArgs } from './entry-point';
import { TIMEOUT_MS, waitUntil } from './eventually';
import { offset, shiftDate } from './fixed-clock.cjs';

const root = join(__dirname, '../..');
const output = join(root, 'test/.output');
const openPages = new Set<Page>();
/** Pending requests of each page (a video reads as long as it likes), and when they last changed. */
const trafficByPage = new WeakMap<Page, { readonly open: Set<Request>; changed: number }>();
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

interface SentMail {
  to: string;
  subject: string;
  code?: string;
  link?: string;
}
export interface ProductInBrowser {
  url: string;
  /** Opens a page of a new visitor, with its own cookies and storage. */
  openPage(options?: {
    width?: number;
    lang?: string;
    locale?: string;
    path?: string;
    motion?: boolean;
  }): Promise<Page>;
  /** The newest mail to this address; waits until there is one. */
  mailTo(address: string, after?: number): Promise<SentMail>;
  close(): Promise<void>;
}

/**
 * Starts the built product (dist and admin/dist) as a separate process, with a real browser.
 * @param demo `made`: seeded by this process, because some demo data contains the product's own address
 */
export async function openProduct(
  env: Record<string, string> = {},
  { host = '127.0.0.1', demo = 'copied' }: { host?: string; demo?: 'copied' | 'made' } = {},
): Promise<ProductInBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'skilgrid-journey-'));
  // The demo data seeded once for all journeys of this run (scripts/test-template.mjs).
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
    args: CHROMIUM_ARGS,
    timeout: TIMEOUT_MS,
  });
  return {
    url,
    openPage: async ({ width = 1280, lang, locale = 'en-US', path, motion = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        reducedMotion: motion ? 'no-preference' : 'reduce',
        locale,
        timezoneId: 'UTC',
        baseURL: url,
      });
      context.setDefaultTimeout(TIMEOUT_MS);
      if (lang) await context.addCookies([{ name: 'lang', value: lang, url }]);
      await context.addInitScript(shiftDate, offset);
      await context.addInitScript(shiftDateHeader, offset);
      await context.addInitScript(recordToasts);
      context.on('page', (page) => {
        openPages.add(page);
        trackRequests(page);
        if (CPU_THROTTLE_RATE > 1) void slowDown(page);
        page.once('close', () => openPages.delete(page));
      });
      const page = await context.newPage();
      if (path) await page.goto(path);
      return page;
    },
    mailTo: async (address, after = 0) => {
      let mailsToAddress: SentMail[] = [];
      await waitUntil(async () => {
        const mails = (await (await fetch(`${url}/dev/outbox.json`)).json()) as SentMail[];
        mailsToAddress = mails.filter((mail) => mail.to === address);
        return mailsToAddress.length > after;
      }, `more than ${after} mails to ${address}`);
      return mailsToAddress[0]!;
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

/** TEST_THROTTLE: the CPU slowdown factor of each page. */
const CPU_THROTTLE_RATE = Number(process.env.TEST_THROTTLE || 1);

/** Throttles the page's CPU. A page that closes meanwhile is ignored. */
async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE_RATE });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

/** Timeout of a whole journey; each step has its own. Thirty pages are slow on a busy machine. */
const JOURNEY_TIMEOUT_MS = 1_200_000;

/** A test that saves screenshots of its open pages in test/.output when it fails. */
export function journey(title: string, steps: () => Promise<void>): void {
  it(
    title,
    async () => {
      try {
        await steps();
      } catch (error) {
        const name = title.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 60);
        for (const [index, page] of [...openPages].entries())
          await takeScreenshot(page, `${name}-${index + 1}`).catch(() => undefined);
        throw error;
      } finally {
        for (const page of [...openPages]) await page.context().close();
      }
    },
    JOURNEY_TIMEOUT_MS,
  );
}

/** URLs of the requests without a response yet. */
export const pendingRequestUrls = (page: Page): string[] =>
  [...(trafficByPage.get(page)?.open ?? [])].map((request) => request.url());

/** Milliseconds since the page's network traffic last changed. */
export const networkIdleMs = (page: Page): number => Date.now() - (trafficByPage.get(page)?.changed ?? 0);

function trackRequests(page: Page): void {
  const traffic = { open: new Set<Request>(), changed: Date.now() };
  trafficByPage.set(page, traffic);
  const kinds = ['fetch', 'xhr', 'script', 'stylesheet', 'font', 'image'];
  const markFinished = (request: Request): void => {
    if (traffic.open.delete(request)) traffic.changed = Date.now();
  };
  page.on('request', (request) => {
    // The live event stream stays open as long as the page does.
    if (!kinds.includes(request.resourceType()) || new URL(request.url()).pathname === '/api/live') return;
    traffic.open.add(request);
    traffic.changed = Date.now();
  });
  // The page may not read the body of a command's response: the status is enough.
  page.on('response', (answer) => answer.request().method() !== 'GET' && markFinished(answer.request()));
  page.on('requestfinished', markFinished);
  page.on('requestfailed', markFinished);
}

/**
 * Runs in the page. Node writes the `Date` header by the real clock, and the page compares it with its shifted clock.
 * Only the value that the page reads is shifted: the browser computes the age of cached responses from the real
 * header. The live event stream already uses the product's clock.
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

/** Runs in the page. Records the texts of toasts, which may close before a step reads them. */
function recordToasts(): void {
  const toastsShown: string[] = [];
  Object.assign(globalThis, { toastsShown });
  const NOTICE = '.ant-notification-notice';
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
    for (const notice of added.flatMap((node) => [node, ...node.querySelectorAll(NOTICE)]))
      if (notice.matches(`#toasts ${NOTICE}`)) toastsShown.push(notice.textContent.replaceAll(/\s+/g, ' '));
  }).observe(document, { childList: true, subtree: true });
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true });
  // A page that no longer responds has no screenshot.
  await page.screenshot({ path: join(output, `${name}.png`), timeout: 20_000 });
}

async function start(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, entryPointArgs('main', true), {
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
