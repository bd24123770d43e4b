// Everything between a fresh clone and a product that can run: packages, the API, the admin. Each step is done only
// when its inputs changed. Node built-ins only: this file runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeServerWords } from './server-words.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const children = new Set();

/** Stops with one plain line when this Node cannot run the product. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // The API is CommonJS and loads Nest 12, which is ESM only: that needs require(esm) without a flag.
  const able = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (able) return;
  console.error(
    `Skilgrid needs Node 20.19 or later, 22.12 or later, or 24. This is Node ${process.versions.node}.\n` +
      'Install a current one from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}

/**
 * Runs a command. Its output is shown at once when `show`, whole at its end when `show` is 'whole' (beside another one that
 * is shown at once), and otherwise only when it fails.
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
    const kept = [];
    child.stdout?.on('data', (chunk) => kept.push(chunk));
    child.stderr?.on('data', (chunk) => kept.push(chunk));
    child.on('error', (error) => {
      children.delete(child);
      console.error(`${command}: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => {
      children.delete(child);
      if (show === 'whole' || (!show && code !== 0)) process.stderr.write(Buffer.concat(kept));
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/** Passes a signal on to whatever `run` is still running. */
export function signalChildren(signal) {
  for (const child of children) child.kill(signal);
}

/** Installs, then builds what is asked for, side by side. Exits with the reason when a step fails. */
export async function prepare({ api = true, admin = true } = {}) {
  await install();
  const builds = [];
  if (api)
    builds.push(
      build('API', apiInputs, 'dist', 'main.js', join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), root),
    );
  if (admin)
    builds.push(build('admin', adminInputs, join('admin', 'dist'), 'index.html', viteBin(), join(root, 'admin')));
  const done = await Promise.all(builds);
  if (done.includes(false)) process.exit(1);
  if (api) writeServerWords();
}

async function install() {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.skilgrid-stamp');
  const wanted = `${hashOf(['package-lock.json', 'package.json', join('admin', 'package.json'), join('admin', 'patches')])} node${process.versions.node.split('.')[0]} ${process.platform}-${process.arch}`;
  if (existsSync(stamp) ? read(stamp) === wanted : installedByHand(modules)) {
    if (!existsSync(stamp)) writeFileSync(stamp, wanted);
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
  // Inside node_modules, so that an interrupted `npm ci` (which begins by emptying the folder) leaves none behind.
  writeFileSync(stamp, wanted);
}

/** A developer's own `npm install` counts when every package it left is the one in the lock. */
function installedByHand(modules) {
  const kept = join(modules, '.package-lock.json');
  if (!existsSync(kept)) return false;
  const has = JSON.parse(read(kept)).packages;
  return Object.entries(JSON.parse(read(join(root, 'package-lock.json'))).packages).every(([path, entry]) => {
    if (!path.includes('node_modules') || entry.link) return true;
    if (!has[path]) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return has[path].version === entry.version;
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

async function build(name, inputs, out, proof, bin, cwd) {
  const stamp = join(root, out, '.stamp');
  const wanted = hashOf(inputs);
  if (existsSync(stamp) && existsSync(join(root, out, proof)) && read(stamp) === wanted) return true;
  const entry = join(root, bin);
  rmSync(join(root, out), { recursive: true, force: true });
  const ok = await step(`Building the ${name}`, () =>
    run(process.execPath, [entry, 'build'], { cwd, env: { ...process.env, NODE_ENV: 'production' } }),
  );
  if (ok && name === 'API') await run(process.execPath, [join(root, 'scripts', 'build-facts.mjs')]);
  if (ok) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
  return ok;
}

function viteBin() {
  const path = join('node_modules', 'vite', 'bin', 'vite.js');
  return existsSync(join(root, 'admin', path)) ? join('admin', path) : path;
}

async function step(name, work) {
  const began = Date.now();
  console.log(`${name} …`);
  const code = await work();
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(code === 0 ? `${name}: done in ${took}` : `${name}: FAILED after ${took} (the reason is above)`);
  return code === 0;
}

/** sha256 over the names and contents of files and folders, in a fixed order. Build results are no input. */
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
