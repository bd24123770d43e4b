/**
 * Decides which levels a completed training gives: "a training maps to skills by rows (skill, min_score, level,
 * validity_months). On completion the highest band reached writes one evidence row per skill" (reports.md §2).
 */
export interface SkillBand {
  skill_id: string;
  /** Whole percent, 0 to 100. */
  min_score: number;
  level: number;
  validity_months: number | null;
}

/** Whole points or marks; null: the training has no quiz, and completing it reaches every band. */
export type Result = { correct: number; total: number } | null;

/** One band a skill at most: the highest min_score reached (in integers, like a pass), then the higher level. */
export function grantedLevels<B extends SkillBand>(bands: readonly B[], result: Result): B[] {
  const best = new Map<string, B>();
  for (const band of bands) {
    if (result && result.correct * 100 < band.min_score * result.total) continue;
    const other = best.get(band.skill_id);
    if (
      !other ||
      band.min_score > other.min_score ||
      (band.min_score === other.min_score && band.level > other.level)
    ) {
      best.set(band.skill_id, band);
    }
  }
  return [...best.values()];
}
