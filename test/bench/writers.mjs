// `node test/bench/writers.mjs`: how many quizzes a second one organisation can submit, 32 learners at once, by one process
// and by two on one database (MariaDB). Figures, no test; `--count=N` submits of each, `--dist=DIR` another build.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { id, idText, organisation } from './data.mjs';
import { cpuMs, drive, send } from './measure.mjs';
import { quizPlays } from './operations.mjs';
import { freePort, onServer, settings, signer, start, stop } from './product.mjs';

const optionOf = (name, otherwise) =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const dist = optionOf('dist', 'dist');
const count = Number(optionOf('count', '300'));
const WRITERS = 32;

const base = await onServer();
const folder = mkdtempSync(join(tmpdir(), 'skilgrid-writers-'));
const ports = [await freePort(), await freePort()];
const processes = [];
for (const port of ports) {
  const env = settings(base.url, folder, port);
  processes.push(await start(process.execPath, [join(dist, 'main.js')], env, 'listens on'));
}
const db = await base.connect();
const small = await organisation(db, { customer: 101, staff: count * 2 + 40, skills: 20, filled: 0 });
const signIn = await signer(db, settings(base.url, folder, ports[0]));
const product = `http://127.0.0.1:${ports[0]}`;
const plays = await quizPlays(
  { product, sizes: { small }, signIn, idText, newId: () => idText(id()), send: (url, o) => send(new Agent(), url, o) },
  count * 2 + 40,
);
const submit = (from, among) => (at) => {
  const play = plays[from + at];
  return { ...play, url: play.url.replace(String(ports[0]), String(among[at % among.length])) };
};
const cpuOf = () => processes.reduce((sum, child) => sum + cpuMs(child.pid), 0);
await drive(submit(0, ports), 40, 8);
for (const [name, from, among] of [
  ['one process', 40, [ports[0]]],
  ['two processes', 40 + count, ports],
]) {
  const before = cpuOf();
  const { rps, p50, p99 } = await drive(submit(from, among), count, WRITERS);
  const cpu = (cpuOf() - before) / count;
  process.stdout.write(
    `${name}: ${rps.toFixed(0)} submits/s at ${WRITERS} writers, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${cpu.toFixed(1)} ms of CPU a submit\n`,
  );
}
await Promise.all(processes.map(stop));
await db.end();
await base.drop();
rmSync(folder, { recursive: true, force: true });
