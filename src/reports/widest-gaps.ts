import type { GapAnswer } from '../contract/report-answers';
import type { MatrixBlock } from './matrix-block';

const KEPT = 10;

interface Kept {
  rank: number;
  gap: GapAnswer;
}

/** The ten pairs that miss most levels; of equal ones the overdue, then the critical skills, then by name. */
export class WidestGaps {
  private readonly kept: Kept[] = [];

  /** In the order of the report's rows and columns; blocks one after the other. */
  take(block: MatrixBlock, row: number, column: number): void {
    const cell = row * block.columns + column;
    const target = block.required(cell);
    const skill = block.skills[column]!;
    const overdue = block.isOverdue(cell);
    const rank = (target - block.level[cell]!) * 4 + (overdue ? 2 : 0) + (skill.critical ? 1 : 0);
    if (this.kept.length === KEPT && rank <= this.kept.at(-1)!.rank) return;
    const { id, staff_code, first_name, last_name } = block.staff[row]!;
    const gap: GapAnswer = {
      ...{ staff_id: id, staff_code, first_name, last_name },
      ...{ skill_id: skill.id, skill_code: skill.skill_code, skill_name: skill.name },
      ...{ level: block.level[cell]!, target, status: block.statusAt(cell), overdue },
    };
    const at = this.kept.findIndex((other) => other.rank < rank);
    this.kept.splice(at < 0 ? this.kept.length : at, 0, { rank, gap });
    if (this.kept.length > KEPT) this.kept.pop();
  }

  get widest(): GapAnswer[] {
    return this.kept.map(({ gap }) => gap);
  }
}
