// Where the time of a request goes: the sampled stacks of a CPU profile, by package or folder and by function.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drive } from './measure.mjs';
import { probe, root } from './processes.mjs';

const REQUESTS = 400;
const SHOWN = 15;
/** `dispatch`: the profiler's own connection, to which waiting of the event loop is attributed. */
const IDLE = new Set(['(idle)', '(root)', 'dispatch']);
/** System calls: their time also includes work of other processes before they return. */
const WRITES = new Set(['writeBuffer', 'writev', 'writeUtf8String', 'writeLatin1String']);
const here = pathToFileURL(root).href;

/** A package, a folder of the product, or a part of Node. */
function place(url) {
  const inside = url.startsWith(here)
    ? url.slice(here.length + 1)
    : url.startsWith(root)
      ? url.slice(root.length + 1)
      : url;
  const packaged = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(inside);
  if (packaged) return packaged[1];
  if (inside.startsWith('dist/')) return inside.split('/').slice(0, 3).join('/').replace(/\.js$/, '');
  return inside.startsWith('node:') ? inside : inside || '(engine)';
}

/** @returns shares of the time neither idle nor writing: `{ places, functions }`, each `[name, share]`, sorted */
export function costs({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  /** Time of V8 or the system is attributed to its caller. */
  const urlOf = (id) => {
    for (let at = id; at !== undefined; at = callers.get(at))
      if (byId.get(at).callFrame.url) return byId.get(at).callFrame.url;
    return '';
  };
  const sums = { places: new Map(), functions: new Map() };
  let all = 0;
  let writes_ms = 0;
  const add = (map, name, ms) => map.set(name, (map.get(name) ?? 0) + ms);
  for (const [at, id] of samples.entries()) {
    const { functionName, url, lineNumber } = byId.get(id).callFrame;
    if (IDLE.has(functionName)) continue;
    const ms = timeDeltas[at] / 1000;
    if (!url && WRITES.has(functionName)) {
      writes_ms += ms;
      continue;
    }
    all += ms;
    const where = functionName.startsWith('(g') ? functionName : place(urlOf(id));
    add(sums.places, where, ms);
    const file = url.split('/').at(-1);
    add(sums.functions, `${functionName || '(anonymous)'}${url ? ` ${where} ${file}:${lineNumber + 1}` : ''}`, ms);
  }
  const sorted = (map) =>
    [...map]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, SHOWN)
      .map(([name, ms]) => [name, ms / all]);
  return { ms: all, writes_ms, places: sorted(sums.places), functions: sorted(sums.functions) };
}

/** Profiles one more run of an operation; the profile is saved next to the results. */
export async function profiled(name, side, { requests = REQUESTS, connections = 16 }, results) {
  await probe(side.child, 'profile');
  await drive(side.next, requests, connections);
  const { profile } = await probe(side.child, 'profiled');
  writeFileSync(join(results, `${name.replace(/[^\w]+/g, '-')}.cpuprofile`), JSON.stringify(profile));
  const found = costs(profile);
  return { ...found, each_ms: found.ms / requests, writes_each_ms: found.writes_ms / requests };
}
