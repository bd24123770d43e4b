import { Database } from '../../src/platform/database/database';
import { idFromBytes } from '../../src/platform/ids';
import type { RunningApp } from './app';
import type { Headers } from './organisation';
import type { Plant } from './plant';

/** Five people of a company: Devi leads Asha, who leads Bala and Chen; Esra stands beside them, below nobody. */
export interface Line {
  devi: string;
  asha: string;
  bala: string;
  chen: string;
  esra: string;
  signedIn: (who: Exclude<keyof Line, 'signedIn' | 'below'>) => Promise<Headers>;
  below: (staff_id: string, manager_id: string | null) => Promise<unknown>;
}

export async function openLine(plant: Plant): Promise<Line> {
  const person = async (first_name: string, manager_id: string | null = null): Promise<string> =>
    (await plant.staff({ first_name, last_name: 'Rao', manager_id })).staff_id;
  const devi = await person('Devi');
  const asha = await person('Asha', devi);
  const people = { devi, asha, bala: await person('Bala', asha), chen: await person('Chen', asha) };
  const all = { ...people, esra: await person('Esra') };
  return {
    ...all,
    signedIn: (who) => plant.learner(all[who]),
    below: (staff_id, manager_id) => plant.api.patch(`/api/staff/${staff_id}`, { manager_id }),
  };
}

/** The lines as they are kept: `manager > person`, sorted. */
export async function keptLines(running: RunningApp, customer_id: number): Promise<string[]> {
  const rows = await running.app.get(Database).rows<{
    manager_id: Uint8Array;
    staff_id: Uint8Array;
  }>('SELECT l.manager_id, l.staff_id FROM staff_line l WHERE l.customer_id = ?', [customer_id]);
  return rows.map((row) => `${idFromBytes(row.manager_id)} > ${idFromBytes(row.staff_id)}`).toSorted();
}

/** The same as `staff.manager_id` says it. */
export async function linesRead(running: RunningApp, customer_id: number): Promise<string[]> {
  const rows = await running.app.get(Database).rows<{
    manager_id: Uint8Array | null;
    staff_id: Uint8Array;
  }>('SELECT s.manager_id, s.staff_id FROM staff s WHERE s.customer_id = ?', [customer_id]);
  const above = new Map(rows.map((row) => [idFromBytes(row.staff_id), row.manager_id && idFromBytes(row.manager_id)]));
  const lines = new Set<string>();
  for (const staff_id of above.keys()) {
    for (let at = above.get(staff_id); at; at = above.get(at)) lines.add(`${at} > ${staff_id}`).add(`${at} > ${at}`);
  }
  return [...lines].toSorted();
}
