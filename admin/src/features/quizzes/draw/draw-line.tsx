import { useTranslation } from 'react-i18next';
import type { SlotDraw } from '@contract/attempt-answers';
import { useRowNames } from '@/crud/names';
import { StatusTag } from '@/components/status-tag';

/** What is drawn in a place of the quiz: from what, how many there are, and how many are missing. */
export function DrawLine({ draw }: { draw: SlotDraw }) {
  const { t } = useTranslation();
  const { count, tag, skill_id, difficulty, matching, missing } = draw;
  const names = useRowNames('skills', skill_id ? [skill_id] : []);
  return (
    <>
      <span>{t('quiz_draw.line', { count })}</span>
      <small>
        {[
          tag && t('quiz_draw.of_tag', { tag }),
          skill_id && (names.get(skill_id) ?? '…'),
          difficulty && t(`questions.choices.difficulty.${difficulty}`),
          t('quiz_draw.matching', { count: matching }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {missing > 0 && (
        <StatusTag tone="warning" glyph="!">
          {t('quiz_draw.missing', { count: missing })}
        </StatusTag>
      )}
    </>
  );
}
