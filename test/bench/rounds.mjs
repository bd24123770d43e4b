// Measures several sides alternating in rounds, so that other load on the machine affects all of them. One side
// answers while the others are idle: the database's CPU belongs to the active side, and statements are counted in each
// process (probe.mjs).
import { cpuMs, drive, median, quantile, range } from './measure.mjs';
import { probe } from './processes.mjs';

/** CPU of one side per round: many times the kernel's resolution. */
const ROUND_MS = 500;
const WARM_MS = 1_200;
const FEWEST = 20;
const MOST = 4_000;

/** @param side `{ child, database }`: its process and the database's process id */
const meter = ({ child, database }) => ({ own: cpuMs(child.pid), database: database ? cpuMs(database) : 0 });

async function round(side, { count, single, connections }) {
  await side.before?.();
  await probe(side.child);
  const before = meter(side);
  const { rps } = await drive(side.next, count, connections);
  const after = meter(side);
  const { statements } = await probe(side.child);
  const own_ms = (after.own - before.own) / count;
  const database_ms = (after.database - before.database) / count;
  const { times } = single ? await drive(side.next, single, 1) : { times: [] };
  return { cpu_ms: own_ms + database_ms, own_ms, database_ms, sql: statements / count, rps, times };
}

/** The same number of requests to each side, until the first has run for WARM_MS. */
async function warmUp(sides, { warm, connections, quick }) {
  if (warm) {
    for (const side of sides) await drive(side.next, warm, connections);
    return undefined;
  }
  let count = 0;
  let seconds = 0;
  const enough = (quick ? WARM_MS / 2 : WARM_MS) / 1000;
  for (let part = Math.max(4, connections); seconds < enough && count < MOST; part *= 2) {
    seconds += (await drive(sides[0].next, part, connections)).seconds;
    count += part;
  }
  for (const side of sides.slice(1)) await drive(side.next, count, connections);
  return { each_ms: (seconds * 1000) / count };
}

const summed = (rounds) => {
  const of = (name) => rounds.map((each) => each[name]);
  const times = rounds.flatMap((each) => each.times);
  return {
    cpu_ms: range(of('cpu_ms')),
    own_ms: median(of('own_ms')),
    database_ms: median(of('database_ms')),
    rps: range(of('rps')),
    sql: Math.round(median(of('sql')) * 10) / 10,
    ...(times.length && { p50_ms: quantile(times, 0.5), p99_ms: quantile(times, 0.99) }),
  };
};

/**
 * @param sides `{ next(i), child, database, before }` each: the first is compared with the second
 * @param options `connections`, `rounds`; for operations that can be done only a limited number of times, `warm`,
 * `requests` and `single` per round
 * @returns the cost of each side, and the ratios of the first two, per round
 */
export async function interleaved(sides, { connections = 16, rounds = 6, quick = false, warm, requests, single }) {
  const warmed = await warmUp(sides, { warm, connections, quick });
  const wanted = (quick ? ROUND_MS / 2 : ROUND_MS) / (warmed?.each_ms ?? 1);
  const count = requests ?? Math.min(MOST, Math.max(FEWEST, Math.ceil(wanted)));
  const alone = single ?? Math.min(300, Math.max(10, Math.ceil(count / 3)));
  const figures = sides.map(() => []);
  for (let at = 0; at < rounds; at++) {
    const turn = sides.map((side, number) => [side, number]);
    for (const [side, number] of at % 2 ? turn.toReversed() : turn)
      figures[number].push(await round(side, { count, single: alone, connections }));
  }
  const ratio = (name) => range(figures[0].map((each, at) => each[name] / figures[1][at][name]));
  return {
    rounds,
    requests: count,
    connections,
    sides: figures.map(summed),
    ...(sides.length > 1 && { cpu: ratio('cpu_ms'), rps: ratio('rps') }),
  };
}

/** The number of requests that `interleaved` sends to one side of a limited operation. */
export const needed = ({ warm, requests, single }, rounds) => warm + (requests + single) * rounds;
