// What this machine has for the tests: memory for temporary files, programs, a database, a browser.
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Tests throw away all that they commit, and each commit waits for a disk: where there is enough memory, and programs may be
 * run from it, temporary files lie there. What the tests kill is a process, never the machine.
 * @returns {string | null} a new folder, or null where the usual one is used
 */
export function memoryFolder() {
  const shared = '/dev/shm';
  try {
    if (process.env.TMPDIR || process.availableMemory() < 12e9) return null;
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .filter(([, path]) => path === shared);
    if (!mounts.length || mounts.some(([, , , options]) => options.split(',').includes('noexec'))) return null;
    const { bavail, bsize } = statfsSync(shared);
    if (bavail * bsize < 8e9) return null;
    const folder = mkdtempSync(join(shared, 'skilgrid-tmp-'));
    // Database servers are other users.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}

/** System programs are found where a user's PATH does not look, too. */
export function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** @returns {Promise<string | null>} why the server cannot be used, in words */
export async function whyNoDatabase(url) {
  try {
    const { createConnection } = createRequire(join(root, 'package.json'))('mysql2/promise');
    const { hostname, port, username, password } = new URL(url);
    const connection = await createConnection({
      host: hostname,
      port: Number(port || 3306),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      connectTimeout: 5_000,
    });
    await connection.query('SELECT 1');
    await connection.end();
    return null;
  } catch (error) {
    return error.code === 'ECONNREFUSED' ? 'nothing answers there' : error.message || String(error.code);
  }
}

/** @returns {string | null} the path of a Chromium or Chrome */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : null;
  const known = [
    // The same engine without a window's frame, tabs and menus.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return known.find((path) => existsSync(path)) ?? null;
}

/** @returns {{ line: number, node: string | null }[]} executables of the other supported lines, as npm has them (.ci/package.json) */
export function findOtherNodes() {
  const folder = join(root, '.ci', 'node_modules');
  return [22, 24].map((line) => {
    const node = readdirSync(folder)
      .filter((name) => name.startsWith(`node-${line}-`))
      .map((name) => join(folder, name, 'bin', 'node'))
      .find((path) => existsSync(path));
    return { line, node: node ?? null };
  });
}
