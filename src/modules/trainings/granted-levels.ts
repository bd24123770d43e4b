/** Score bands of a training: the highest band reached grants one evidence row per skill (docs/skill-levels.md). */
export interface SkillBand {
  skill_id: string;
  /** Whole percent, 0 to 100. */
  min_score: number;
  level: number;
  validity_months: number | null;
}

/** Points; null: the training has no quiz, and completion reaches every band. */
export type QuizScore = { correct: number; total: number } | null;

/** At most one band per skill: the highest min_score reached, compared in integers, then the higher level. */
export function grantedLevels<B extends SkillBand>(bands: readonly B[], result: QuizScore): B[] {
  const best = new Map<string, B>();
  for (const band of bands) {
    if (result && result.correct * 100 < band.min_score * result.total) continue;
    const currentBest = best.get(band.skill_id);
    if (
      !currentBest ||
      band.min_score > currentBest.min_score ||
      (band.min_score === currentBest.min_score && band.level > currentBest.level)
    ) {
      best.set(band.skill_id, band);
    }
  }
  return [...best.values()];
}
