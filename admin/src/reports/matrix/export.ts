import type { MatrixPart, ReadCell } from './source';

export interface WideWords {
  readonly staff_code: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly target: (skill_code: string) => string;
  readonly change: (skill_code: string) => string;
  readonly figures: readonly string[];
}

/**
 * A person a line, a skill a column; beside it its target and its change where anybody has one. Levels are numbers, and
 * what is not known stays empty: it is not 0. Pure.
 */
export function wideTable(part: MatrixPart, words: WideWords): { heads: string[]; rows: (string | number | null)[][] } {
  const targeted = new Set(part.cells.filter((cell) => cell.target !== null).map((cell) => cell.column));
  const changed = new Set(part.cells.filter((cell) => cell.change !== 0).map((cell) => cell.column));
  const cells = new Map<number, Map<number, ReadCell>>();
  for (const cell of part.cells) {
    const row = cells.get(cell.row) ?? new Map<number, ReadCell>();
    cells.set(cell.row, row.set(cell.column, cell));
  }
  const hasFigures = part.rows.some((row) => row.figures !== null);
  const heads = [
    words.staff_code,
    words.last_name,
    words.first_name,
    ...part.columns.flatMap(({ skill_code }, column) => [
      skill_code,
      ...(targeted.has(column) ? [words.target(skill_code)] : []),
      ...(changed.has(column) ? [words.change(skill_code)] : []),
    ]),
    ...(hasFigures ? words.figures : []),
  ];
  const rows = part.rows.map((person, row) => [
    person.staff_code,
    person.last_name,
    person.first_name,
    ...part.columns.flatMap((_, column) => {
      const cell = cells.get(row)?.get(column);
      return [
        cell?.level ?? null,
        ...(targeted.has(column) ? [cell?.target ?? null] : []),
        ...(changed.has(column) ? [cell?.change || null] : []),
      ];
    }),
    ...(hasFigures
      ? [person.figures?.compliance ?? null, person.figures?.gap ?? null, person.figures?.at_risk ?? null]
      : []),
  ]);
  return { heads, rows };
}
