import { addDays } from '../../src/platform/calendar';
import { targetOn, type DatedTarget } from '../../src/skills/skill-target';
import { cellEdit, dayBefore } from '../../src/skills/target-grid';
import { chance } from '../support/chance';

function applied(rows: readonly DatedTarget[], from_date: string, level: number | null): DatedTarget[] {
  const edit = cellEdit(rows, from_date, level);
  if (!edit) return [...rows];
  const kept = rows
    .filter((row) => !edit.removed.includes(row.target_id))
    .map((row) => (edit.ended.includes(row.target_id) ? { ...row, to_date: dayBefore(from_date) } : row));
  const target_id = `t${kept.length}${from_date}`;
  return edit.added ? [...kept, { target_id, level: level!, from_date, to_date: null }] : kept;
}

const required = (rows: readonly DatedTarget[], on: string) => targetOn({ personal: rows, role: [] }, on)?.level ?? 0;

describe('a cell of the target grid', () => {
  it('set from a day on leaves the days before as they were, and asks for the level from then on, for ever', () => {
    const dice = chance(7);
    for (let round = 0; round < 300; round++) {
      let rows: DatedTarget[] = [];
      for (let step = 0; step < 6; step++) {
        const from_date = addDays('2026-01-01', dice.whole(0, 60));
        const level = dice.happens(25) ? null : dice.whole(0, 4);
        const before = rows;
        rows = applied(rows, from_date, level);
        for (let day = 0; day < 70; day += 3) {
          const on = addDays('2026-01-01', day);
          expect(required(rows, on)).toBe(on < from_date ? required(before, on) : (level ?? 0));
        }
        expect(cellEdit(rows, from_date, level)).toBeNull();
        expect(new Set(rows.map((row) => row.from_date)).size).toBe(rows.length);
      }
    }
  });
});
