// `npm run streams`: the cost of thousands of open `GET /api/live` for one process (the built server, on a MariaDB
// started for it): memory, list 20 meanwhile, and the duration of SIGTERM. Sessions are inserted into the database;
// sockets are real. `--streams=5000`, `--seconds=45` (of changes and lists), `--server=DIR` (another checkout's
// build).
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Agent } from 'node:http';
import { organisation } from './data.mjs';
import { onServer } from './databases.mjs';
import { cpuMs, quantile, residentMb, send } from './measure.mjs';
import { signer } from './people.mjs';
import { children, freePort, root, settings, start, stop, temporary } from './processes.mjs';
import { print, promised } from './table.mjs';
import { verdict } from './verdicts.mjs';

const numberOf = (name, given) =>
  Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? given);
const server = process.argv.find((each) => each.startsWith('--server='))?.slice(9) ?? root;
const [STREAMS, SECONDS] = [numberOf('streams', 5_000), numberOf('seconds', 45)];
const OF_ONE = 1_000;
const OPENED_AT_ONCE = 32;
const LIST = '/api/staff?_start=0&_end=20&_sort=last_name,first_name&_order=asc,asc';

/** The client side in a separate process, so that reading does not slow down the measured one. */
function hold() {
  const seen = { open: 0, refused: 0, events: 0, beats: 0, closed: 0 };
  const opened = (port, headers) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      let isHere = false;
      socket.on('connect', () => socket.write(`GET /api/live HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
      socket.on('data', (part) => {
        const text = part.toString('latin1');
        if (!isHere) {
          isHere = true;
          seen[text.startsWith('HTTP/1.1 200') ? 'open' : 'refused'] += 1;
          resolve();
        }
        seen.events += text.split('\ndata:').length - 1;
        seen.beats += text.split(': beat').length - 1;
      });
      socket.on('error', () => resolve());
      socket.on('close', () => (seen.closed += 1));
    });
  process.on('message', async ({ port, all }) => {
    if (port) {
      const waiting = [...all];
      const open = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await opened(port, next);
      };
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, open));
    }
    process.send({ ...seen });
  });
}

const ask = (child, message) =>
  new Promise((resolve) => {
    child.once('message', resolve);
    child.send(message);
  });

/** Requests lists for `ms`. @returns their milliseconds */
async function listing(url, headers, ms) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  for (const until = performance.now() + ms; performance.now() < until; await pause(2)) {
    const from = performance.now();
    const { status } = await send(agent, url + LIST, { headers });
    times.push(performance.now() - from);
    if (status !== 200) throw new Error(`The list answered ${status}`);
  }
  return times;
}

const shown = (times) =>
  `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms`;

async function measure() {
  const base = await onServer();
  const env = settings(base.url, temporary(), await freePort());
  await stop(await start(process.execPath, ['dist/main.js'], env, 'listens on', server));
  const db = await base.connect();
  const child = await start(process.execPath, ['dist/main.js'], env, 'listens on', server);
  const people = await signer(db, env, env.PUBLIC_URL);
  const all = [];
  let admin;
  for (let customer = 101; all.length < STREAMS; customer++) {
    const count = Math.min(OF_ONE, STREAMS - all.length);
    const { staff } = await organisation(db, { customer, staff: OF_ONE, skills: 5, filled: 0 });
    const headers = await people.admin(customer);
    admin ??= headers;
    all.push(
      ...(await people.learners(
        customer,
        staff.slice(0, count).map((staff_id, at) => ({ staff_id, eid: `P-${at}` })),
      )),
    );
  }
  const agent = new Agent({ keepAlive: true });
  // Warms up, so that compilation and caches are not counted.
  await listing(env.PUBLIC_URL, admin, 15_000);
  const alone = await listing(env.PUBLIC_URL, admin, 10_000);
  const before = residentMb(child.pid);
  print(
    `${STREAMS} streams, ${Math.ceil(STREAMS / OF_ONE)} organisations; before them ${before} MB, list 20 ${shown(alone)}`,
  );

  const holder = fork(fileURLToPath(import.meta.url), ['hold']);
  children.add(holder);
  const began = performance.now();
  const opened = await ask(holder, { port: Number(env.PORT), all });
  print(`opened in ${((performance.now() - began) / 1000).toFixed(1)} s: ${JSON.stringify(opened)}`);
  const cpuAtRest = cpuMs(child.pid);
  const restFrom = performance.now();
  await pause(20_000);
  const rest = (cpuMs(child.pid) - cpuAtRest) / (performance.now() - restFrom);

  let isOver = false;
  let changes = 0;
  let peak = residentMb(child.pid);
  const changing = (async () => {
    for (; !isOver; await pause(1_000)) {
      changes += 1;
      const body = { skill_code: `LIVE-${changes}`, name: `Live ${changes}` };
      const { status } = await send(agent, `${env.PUBLIC_URL}/api/skills`, { method: 'POST', headers: admin, body });
      if (status !== 201) throw new Error(`A skill answered ${status}`);
      peak = Math.max(peak, residentMb(child.pid));
    }
  })();
  const times = await listing(env.PUBLIC_URL, admin, SECONDS * 1000);
  isOver = true;
  await changing;
  await pause(2_000);
  const heard = await ask(holder, {});
  peak = Math.max(peak, residentMb(child.pid));
  print(`${changes} changes, each sent to ${OF_ONE}: ${JSON.stringify(heard)}; list 20 ${shown(times)}`);
  print(`CPU with ${STREAMS} idle streams: ${(rest * 100).toFixed(1)} % of a core`);

  const ending = performance.now();
  await stop(child);
  const seconds = (performance.now() - ending) / 1000;
  await pause(500);
  print(`after SIGTERM: ${JSON.stringify(await ask(holder, {}))}`);
  const verdicts = [
    verdict('open', opened.open, { least: STREAMS }),
    verdict('memory', peak - before, { most: 120, unit: ' MB' }),
    verdict('list 20 p99', quantile(times, 0.99), { most: 50, unit: ' ms' }),
    verdict('SIGTERM to exit', seconds, { most: 25, unit: ' s' }),
  ];
  for (const each of verdicts) print(`${each.met ? 'met' : 'MISSED'}: ${promised(each)}`);
  holder.kill();
  await db.end();
  await base.drop();
  process.exit(0);
}

if (process.argv[2] === 'hold') hold();
else await measure();
