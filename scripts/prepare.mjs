// Installs packages and builds the API and the admin, each only when its inputs have changed. Uses only built-in
// modules, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeServerWords } from './server-words.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const children = new Set();

/** Exits with a short message when this version of Node cannot run the product. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // The API is CommonJS and loads Nest 12, which is ESM only: that needs require(esm) without a flag.
  const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (isSupported) return;
  console.error(
    `Skilgrid needs Node 20.19 or later, 22.12 or later, or 24. This is Node ${process.versions.node}.\n` +
      'Install a current one from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}

/**
 * Runs a command. `show`: true streams its output, 'whole' prints it at the end (for parallel commands), false prints
 * it only on failure.
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, { cwd = root, env = process.env, show = false, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: show === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      children.delete(child);
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      if (show === 'whole' || (!show && code !== 0)) process.stderr.write(Buffer.concat(output));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/** Passes a signal on to the commands that `run` has started. */
export function signalChildren(signal) {
  for (const child of children) child.kill(signal);
}

/** Installs, then builds the chosen parts in parallel. Exits when a step fails. */
export async function prepare({ api = true, admin = true } = {}) {
  await install();
  const builds = [];
  if (api)
    builds.push(
      build('API', apiInputs, 'dist', 'main.js', join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), root),
    );
  if (admin)
    builds.push(build('admin', adminInputs, join('admin', 'dist'), 'index.html', viteBin(), join(root, 'admin')));
  const results = await Promise.all(builds);
  if (results.includes(false)) process.exit(1);
  if (api) writeServerWords();
}

async function install() {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.skilgrid-stamp');
  const expected = `${hashOf(['package-lock.json', 'package.json', join('admin', 'package.json'), join('admin', 'patches')])} node${process.versions.node.split('.')[0]} ${process.platform}-${process.arch}`;
  if (existsSync(stamp) ? read(stamp) === expected : matchesLock(modules)) {
    if (!existsSync(stamp)) writeFileSync(stamp, expected);
    return;
  }
  // NODE_ENV=production would leave the compilers out, and `npm start` has to build.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev'];
  const npm = process.env.npm_execpath;
  const ok = await step('Installing packages', () =>
    npm && /\.[cm]?js$/.test(npm)
      ? run(process.execPath, [npm, ...args])
      : run('npm', args, { shell: process.platform === 'win32' }),
  );
  if (!ok) process.exit(1);
  // Inside node_modules, so that an interrupted `npm ci`, which empties the folder first, removes the stamp.
  writeFileSync(stamp, expected);
}

/** Accepts a manual `npm install` if all packages have the versions of the lock file. */
function matchesLock(modules) {
  const installedLock = join(modules, '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = JSON.parse(read(installedLock)).packages;
  return Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages).every(([path, entry]) => {
    if (!path.includes('node_modules') || entry.link) return true;
    if (!installed[path]) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return installed[path].version === entry.version;
  });
}

const apiInputs = ['src', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
const adminInputs = [
  'admin',
  join('src', 'contract'),
  join('scripts', 'collect-texts.mjs'),
  join('scripts', 'compress-files.mjs'),
  'package-lock.json',
];

async function build(name, inputs, out, resultFile, bin, cwd) {
  const stamp = join(root, out, '.stamp');
  const expected = hashOf(inputs);
  if (existsSync(stamp) && existsSync(join(root, out, resultFile)) && read(stamp) === expected) return true;
  const entry = join(root, bin);
  rmSync(join(root, out), { recursive: true, force: true });
  const ok = await step(`Building the ${name}`, () =>
    run(process.execPath, [entry, 'build'], { cwd, env: { ...process.env, NODE_ENV: 'production' } }),
  );
  if (ok && name === 'API') await run(process.execPath, [join(root, 'scripts', 'build-facts.mjs')]);
  if (ok) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, expected);
  }
  return ok;
}

function viteBin() {
  const path = join('node_modules', 'vite', 'bin', 'vite.js');
  return existsSync(join(root, 'admin', path)) ? join('admin', path) : path;
}

async function step(name, work) {
  const startedAt = Date.now();
  console.log(`${name} …`);
  const code = await work();
  const took = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  console.log(code === 0 ? `${name}: done in ${took}` : `${name}: FAILED after ${took} (the reason is above)`);
  return code === 0;
}

/** SHA-256 of the names and contents of files and folders; skips node_modules and dist. */
function hashOf(inputs) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist') visit(join(path, name));
      }
      return;
    }
    hash.update(relative(root, path).split(sep).join('/')).update('\0').update(readFileSync(path)).update('\0');
  };
  for (const input of inputs) visit(join(root, input));
  return hash.digest('hex');
}

function read(path) {
  return readFileSync(path, 'utf8');
}
