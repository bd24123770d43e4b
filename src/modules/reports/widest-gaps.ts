import type { SkillGap } from '../../contract/report.responses';
import type { MatrixBlock } from './matrix-block';

const MAX_GAPS = 10;

interface RankedGap {
  rank: number;
  gap: SkillGap;
}

/** The ten pairs with the largest gaps; ties: overdue pairs, then critical skills, then report order. */
export class WidestGaps {
  private readonly gaps: RankedGap[] = [];

  /** Call in report order. */
  add(block: MatrixBlock, row: number, column: number): void {
    const cell = row * block.columns + column;
    const target = block.required(cell);
    const skill = block.skills[column]!;
    const overdue = block.isOverdue(cell);
    const rank = (target - block.level[cell]!) * 4 + (overdue ? 2 : 0) + (skill.critical ? 1 : 0);
    if (this.gaps.length === MAX_GAPS && rank <= this.gaps.at(-1)!.rank) return;
    const { id, staff_code, first_name, last_name } = block.staff[row]!;
    const gap: SkillGap = {
      staff_id: id,
      staff_code,
      first_name,
      last_name,
      skill_id: skill.id,
      skill_code: skill.skill_code,
      skill_name: skill.name,
      level: block.level[cell]!,
      target,
      status: block.statusAt(cell),
      overdue,
    };
    const index = this.gaps.findIndex((other) => other.rank < rank);
    this.gaps.splice(index < 0 ? this.gaps.length : index, 0, { rank, gap });
    if (this.gaps.length > MAX_GAPS) this.gaps.pop();
  }

  get widest(): SkillGap[] {
    return this.gaps.map(({ gap }) => gap);
  }
}
