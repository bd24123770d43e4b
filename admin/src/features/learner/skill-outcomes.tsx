import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelRing } from '@/components/level-ring';
import { useSkillOutcomes } from './learner-data';
import { percentText } from './learner-texts';

/** "Gives: ③ Forklift driving". `showBands` adds which score gives which level. */
export function SkillOutcomes({ trainingId, showBands = false }: { trainingId: string; showBands?: boolean }) {
  const { t, i18n } = useTranslation();
  const { data } = useSkillOutcomes(trainingId);
  // The placeholder keeps the height, so the page does not jump.
  if (!data) return <p className="lr-gives" aria-hidden="true" />;
  if (data.length === 0) return null;
  return (
    <Flex
      component="ul"
      className="lr-gives"
      vertical={showBands}
      wrap={!showBands}
      gap="8px 20px"
      aria-label={t('learner.gives')}
    >
      {data.map(({ skill_id, name, bands: rows }) => {
        const top = rows.at(-1);
        const steps = rows.filter((row) => row.min_score > 0);
        return (
          <Flex key={skill_id} component="li" align="center" gap={8}>
            <LevelRing level={top?.level ?? null} size={28} />
            <div dir={i18n.dir()}>
              <bdi>{name}</bdi> <span className="sg-soft">· {t('learner.level', { level: top?.level ?? 0 })}</span>
              {showBands && steps.length > 0 && (
                <div className="sg-14 sg-soft">
                  {rows
                    .map((row) =>
                      row.min_score === 0
                        ? t('learner.band_any', { level: row.level })
                        : t('learner.band', { level: row.level, score: percentText(row.min_score, i18n.language) }),
                    )
                    .join(' · ')}
                </div>
              )}
            </div>
          </Flex>
        );
      })}
    </Flex>
  );
}
