import { useTranslation } from 'react-i18next';
import type { SlotDraw } from '@contract/attempt.responses';
import { useRowNames } from '@/crud/row-names';
import { StatusTag } from '@/components/status-tag';

/** Describes a random draw: its criteria, and how many questions match or are missing. */
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
