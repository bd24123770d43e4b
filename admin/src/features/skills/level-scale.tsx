import { useTranslation } from 'react-i18next';
import { LevelRing } from '@/components/level-ring';
import './skills.css';

export const LEVELS = [0, 1, 2, 3, 4] as const;

/** Meaning of each level, with the lowest qualified one marked. */
export function LevelScale({ minLevel }: { minLevel: number }) {
  const { t } = useTranslation();
  return (
    <ol className="skl-scale sg-lines" start={0}>
      {LEVELS.map((level) => (
        <li key={level} data-qualified={level >= minLevel}>
          <LevelRing level={level} size={36} />
          <div>
            <h3 className="sg-row sg-wrap sg-gap-8">
              {t(`kit.level.names.${level}`)}
              {level === minLevel && <span className="sg-pill">{t('skills.scale.qualified')}</span>}
            </h3>
            <p className="sg-soft">{t(`skills.scale.${level}`)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
