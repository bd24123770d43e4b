import { addDays } from '../../src/common/calendar';
import { targetOn, type DatedTarget } from '../../src/modules/skills/skill-target';
import { planCellEdit, dayBefore } from '../../src/modules/skills/target-grid';
import { seededRandom } from '../support/seeded-random';

function applyEdit(rows: readonly DatedTarget[], from_date: string, level: number | null): DatedTarget[] {
  const edit = planCellEdit(rows, from_date, level);
  if (!edit) return [...rows];
  const remaining = rows
    .filter((row) => !edit.removed.includes(row.target_id))
    .map((row) => (edit.ended.includes(row.target_id) ? { ...row, to_date: dayBefore(from_date) } : row));
  const target_id = `t${remaining.length}${from_date}`;
  return edit.added ? [...remaining, { target_id, level: level!, from_date, to_date: null }] : remaining;
}

const required = (rows: readonly DatedTarget[], on: string) => targetOn({ personal: rows, role: [] }, on)?.level ?? 0;

describe('a cell of the target grid', () => {
  it('set from a day on leaves earlier days unchanged and requires the level from then on, without an end', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round++) {
      let rows: DatedTarget[] = [];
      for (let step = 0; step < 6; step++) {
        const from_date = addDays('2026-01-01', random.integer(0, 60));
        const level = random.bool(25) ? null : random.integer(0, 4);
        const before = rows;
        rows = applyEdit(rows, from_date, level);
        for (let day = 0; day < 70; day += 3) {
          const on = addDays('2026-01-01', day);
          expect(required(rows, on)).toBe(on < from_date ? required(before, on) : (level ?? 0));
        }
        expect(planCellEdit(rows, from_date, level)).toBeNull();
        expect(new Set(rows.map((row) => row.from_date)).size).toBe(rows.length);
      }
    }
  });
});
