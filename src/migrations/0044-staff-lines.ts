import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTables, dropTables, uuid, whole } from '../platform/database/table-words';

interface Row {
  customer_id: number;
  staff_id: Uint8Array;
  manager_id: Uint8Array;
}

/** Who stands below whom, from what `staff.manager_id` says; filled anew when it is run again. */
const FILL = `INSERT INTO staff_line (customer_id, manager_id, staff_id)
  WITH RECURSIVE upward (customer_id, manager_id, staff_id) AS (
    SELECT s.customer_id, s.manager_id, s.staff_id FROM staff s WHERE s.manager_id IS NOT NULL
    UNION ALL
    SELECT u.customer_id, m.manager_id, u.staff_id FROM upward u
      JOIN staff m ON m.customer_id = u.customer_id AND m.staff_id = u.manager_id
      WHERE m.manager_id IS NOT NULL
  )
  SELECT u.customer_id, u.manager_id, u.staff_id FROM upward u
  UNION SELECT u.customer_id, u.manager_id, u.manager_id FROM upward u`;

export class StaffLines0044 implements MigrationInterface {
  name = 'StaffLines0044_1763600000044';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'staff_line',
        columns: { customer_id: whole(), manager_id: uuid(), staff_id: uuid() },
        primary: ['customer_id', 'manager_id', 'staff_id'],
        index: [['customer_id', 'staff_id', 'manager_id']],
      },
      {
        name: 'staff_structure',
        columns: { customer_id: whole(), version: whole() },
        primary: ['customer_id'],
      },
    ]);
    await cutCircles(runner);
    await runner.query('DELETE FROM staff_line');
    await runner.query(FILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['staff_structure', 'staff_line']);
  }
}

/** Until now a circle was refused only to somebody alone. Of each the first-made person has no manager any more. */
async function cutCircles(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(
    'SELECT customer_id, staff_id, manager_id FROM staff WHERE manager_id IS NOT NULL',
  )) as Row[];
  const name = (customer_id: number, id: Uint8Array) => `${customer_id} ${Buffer.from(id).toString('hex')}`;
  const above = new Map(rows.map((row) => [name(row.customer_id, row.staff_id), row]));
  const checked = new Set<string>();
  for (const start of above.keys()) {
    const walked: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && above.has(at) && !checked.has(at)) {
      checked.add(at);
      walked.push(at);
      const row: Row = above.get(at)!;
      at = name(row.customer_id, row.manager_id);
    }
    if (at === undefined || !walked.includes(at)) continue;
    const first = walked.slice(walked.indexOf(at)).toSorted()[0]!;
    const { customer_id, staff_id } = above.get(first)!;
    await runner.query('UPDATE staff SET manager_id = NULL WHERE customer_id = ? AND staff_id = ?', [
      customer_id,
      staff_id,
    ]);
  }
}
