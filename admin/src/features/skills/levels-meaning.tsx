import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { LevelRing } from '@/components/level-ring';
import { LEVELS } from './level-scale';
import './skills.css';

/** Meaning of the levels, above the list for users; admins have it in the drawer of each skill. */
export function LevelsMeaning() {
  const { role } = useSession();
  const { t } = useTranslation();
  if (role !== 'user') return null;
  return (
    <section className="sg-card skl-meaning sg-mb-16" aria-labelledby="levels-meaning">
      <h2 id="levels-meaning" className="sg-mb-16">
        {t('skills.scale.title')}
      </h2>
      <ol start={0}>
        {LEVELS.map((level) => (
          <li key={level} className="sg-flex sg-gap-12">
            <LevelRing level={level} size={32} />
            <div className="sg-stack">
              <strong>{t(`kit.level.names.${level}`)}</strong>
              <span className="sg-small sg-soft">{t(`skills.scale.${level}`)}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
