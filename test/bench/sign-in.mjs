// Signing in: its cost beyond the password hash, and how long lists wait meanwhile.
import { drive, quantile } from './measure.mjs';
import { signers } from './people.mjs';
import { interleaved } from './rounds.mjs';
import { write } from './table.mjs';
import { verdict } from './verdicts.mjs';

const AT_ONCE = 16;

const login = (product, bodies) => (at) => ({
  url: `${product}/api/auth/login`,
  method: 'POST',
  body: bodies[at % bodies.length],
});

/** Compared with a baseline that only verifies the hash. */
async function alone({ sizes, product, floor, sides, rounds, quick, profiled }, bodies) {
  const ours = { ...sides.product, next: login(product, bodies) };
  const theirs = { ...sides.floor, next: () => ({ url: `${floor}/hash?customer=${sizes.small.customer}` }) };
  const once = quick ? { warm: 40, requests: 20, single: 5 } : { warm: 80, requests: 30, single: 10 };
  const found = await interleaved([ours, theirs], { connections: 2, rounds, quick, ...once });
  const [{ cpu_ms, sql }, hash] = found.sides;
  const more = cpu_ms.median - hash.cpu_ms.median;
  const verdicts = [
    verdict('CPU beyond the hash', more, { most: 2, unit: ' ms' }),
    verdict('SQL', Math.floor(sql + 0.4), { most: 3 }),
  ];
  const row = { name: 'sign-in', ...found, verdicts };
  write(row);
  await profiled(row, ours, { requests: 100, connections: 2 });
  return row;
}

/** A list of 20 on one connection, while sixteen people sign in continuously. */
async function beside({ sizes, people, product, quick }, bodies) {
  const headers = await people.admin(sizes.small.customer);
  const url = `${product}/api/staff?_start=0&_end=20&_sort=last_name,first_name&_order=asc,asc`;
  const lists = (count) => drive(() => ({ url, headers }), count, 1);
  const count = quick ? 300 : 900;
  await lists(50);
  const quiet = (await lists(count)).times;
  let isOver = false;
  let signed = 0;
  const next = login(product, bodies);
  const loops = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) await drive(() => next(signed++), 1, 1);
  });
  const { times } = await lists(count);
  isOver = true;
  await Promise.all(loops);
  const p99_ms = quantile(times, 0.99);
  const row = {
    name: `list 20 while ${AT_ONCE} sign-ins run`,
    p50_ms: quantile(times, 0.5),
    p99_ms,
    signed,
    alone_p50_ms: quantile(quiet, 0.5),
    alone_p99_ms: quantile(quiet, 0.99),
    verdicts: [verdict('p99', p99_ms, { most: 25, unit: ' ms' })],
  };
  write(row);
  return row;
}

export async function signIn(context, wanted) {
  if (!wanted('sign-in')) return [];
  const { customer } = context.sizes.small;
  const bodies = await signers(context.db, customer, 2 * AT_ONCE);
  // Creating the admin also creates the organisation's row.
  await context.people.admin(customer);
  return [await alone(context, bodies), await beside(context, bodies)];
}
