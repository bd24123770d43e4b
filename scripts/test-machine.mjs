// Detects what this machine offers for the tests: memory for temporary files, programs, a database, a browser.
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Keeps temporary files in memory, because each commit of a test waits for the disk. Needs enough memory and a mount
 * without `noexec`. Safe for durability tests, which kill processes but never the machine.
 * @returns {string | null} a new folder, or null to use the default one
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
    // Database servers run as other users.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}

/** Also looks in folders of system programs that a user's PATH may lack. */
export function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** @returns {Promise<string | null>} the reason as text, or null if the server can be used */
export async function findDatabaseProblem(url) {
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
    return error.code === 'ECONNREFUSED' ? 'no server answers there' : error.message || String(error.code);
  }
}

/** @returns {string | null} the path of a Chromium or Chrome */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : null;
  const candidates = [
    // Smaller and faster than the full browser, with the same engine.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Finds the Node executables that .ci/package.json installs for the other supported major versions.
 * @returns {{ line: number, node: string | null }[]} `line`: the major version; `node`: the path, null if missing
 */
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
