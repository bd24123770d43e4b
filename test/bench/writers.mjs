// How many quizzes per second one organisation can submit with 32 learners at once: with one process, with two on one
// database, and with the baseline ("floor"); in alternating rounds.
import { cpuMs, drive, median, quantile, range } from './measure.mjs';
import { once } from './learning.mjs';
import { freePort, serve, settings, stop } from './processes.mjs';
import { write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const WRITERS = 32;
const WARM = 32;
const EACH = 96;

export async function writers({ school, product, floor, sides, base, folder, rounds }) {
  const env = settings(base.url, folder, await freePort());
  const second = await serve(env);
  const sizes = [0, 1, 2].map((at) => ({ from: at * (WARM + EACH * rounds), to: (at + 1) * (WARM + EACH * rounds) }));
  const plays = await school.plays(sizes[2].to);
  const [one, two, floors] = sizes.map(({ from, to }) => plays.slice(from, to));
  let turn = 0;
  const spread = (play) => (turn++ % 2 ? { ...play, url: play.url.replace(product, env.PUBLIC_URL) } : play);
  const parties = [
    { name: 'one process', next: once(one), children: [sides.product.child] },
    { name: 'two processes', next: once(two, spread), children: [sides.product.child, second] },
    { name: 'floor', next: once(floors, (play) => school.floorSubmit(floor, play)), children: [sides.floor.child] },
  ];
  const cpu = ({ children }) => [...children.map(({ pid }) => pid), base.pid].reduce((sum, pid) => sum + cpuMs(pid), 0);
  for (const { next } of parties) await drive(next, WARM, WRITERS);
  const found = parties.map(() => []);
  for (let at = 0; at < rounds; at++)
    for (const [number, party] of at % 2 ? [...parties.entries()].toReversed() : parties.entries()) {
      const before = cpu(party);
      const { times, rps } = await drive(party.next, EACH, WRITERS);
      found[number].push({ times, rps, cpu_ms: (cpu(party) - before) / EACH, p99: quantile(times, 0.99) });
    }
  await stop(second);
  const rows = [0, 1].map((number) => {
    const times = found[number].flatMap((each) => each.times);
    const p99 = range(found[number].map((each, at) => each.p99 / found[2][at].p99));
    return {
      name: `${WRITERS} writers in one customer, ${parties[number].name}`,
      rps: range(found[number].map((each) => each.rps)),
      p50_ms: quantile(times, 0.5),
      p99_ms: quantile(times, 0.99),
      cpu_ms: median(found[number].map((each) => each.cpu_ms)),
      floor: {
        rps: range(found[2].map((each) => each.rps)),
        p99_ms: quantile(
          found[2].flatMap((each) => each.times),
          0.99,
        ),
        cpu_ms: median(found[2].map((each) => each.cpu_ms)),
      },
      p99,
      verdicts: [verdict("p99 to the floor's", p99.median, { most: 2, unit: '×' })],
    };
  });
  rows.forEach(write);
  return rows;
}
