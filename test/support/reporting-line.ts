import { Database } from '../../src/infrastructure/database/database';
import { idFromBytes } from '../../src/common/ids';
import type { RunningApp } from './app';
import type { Headers } from './organisation';
import type { Plant } from './plant';

/** Five staff members: Devi manages Asha, who manages Bala and Chen; Esra has no manager and no reports. */
export interface ReportingLine {
  devi: string;
  asha: string;
  bala: string;
  chen: string;
  esra: string;
  signIn: (name: Exclude<keyof ReportingLine, 'signIn' | 'setManager'>) => Promise<Headers>;
  setManager: (staff_id: string, manager_id: string | null) => Promise<unknown>;
}

export async function createReportingLine(plant: Plant): Promise<ReportingLine> {
  const person = async (first_name: string, manager_id: string | null = null): Promise<string> =>
    (await plant.createStaff({ first_name, last_name: 'Rao', manager_id })).staff_id;
  const devi = await person('Devi');
  const asha = await person('Asha', devi);
  const people = { devi, asha, bala: await person('Bala', asha), chen: await person('Chen', asha) };
  const all = { ...people, esra: await person('Esra') };
  return {
    ...all,
    signIn: (name) => plant.signInLearner(all[name]),
    setManager: (staff_id, manager_id) => plant.api.patch(`/api/staff/${staff_id}`, { manager_id }),
  };
}

/** The rows of staff_line as `manager > person`, sorted. */
export async function readStaffLines(running: RunningApp, customer_id: number): Promise<string[]> {
  const rows = await running.app.get(Database).rows<{
    manager_id: Uint8Array;
    staff_id: Uint8Array;
  }>('SELECT l.manager_id, l.staff_id FROM staff_line l WHERE l.customer_id = ?', [customer_id]);
  return rows.map((row) => `${idFromBytes(row.manager_id)} > ${idFromBytes(row.staff_id)}`).toSorted();
}

/** The same, computed from `staff.manager_id`. */
export async function computeStaffLines(running: RunningApp, customer_id: number): Promise<string[]> {
  const rows = await running.app.get(Database).rows<{
    manager_id: Uint8Array | null;
    staff_id: Uint8Array;
  }>('SELECT s.manager_id, s.staff_id FROM staff s WHERE s.customer_id = ?', [customer_id]);
  const managerByStaff = new Map(
    rows.map((row) => [idFromBytes(row.staff_id), row.manager_id && idFromBytes(row.manager_id)]),
  );
  const lines = new Set<string>();
  for (const staff_id of managerByStaff.keys()) {
    for (let at = managerByStaff.get(staff_id); at; at = managerByStaff.get(at))
      lines.add(`${at} > ${staff_id}`).add(`${at} > ${at}`);
  }
  return [...lines].toSorted();
}
