import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../app/layout/page-title';
import './planned.css';

/** A screen that comes later says what will be there, and what one may use until then. `name`: below `planned.`. */
export function PlannedPage({ name, labelKey }: { name: string; labelKey: string }) {
  const { t } = useTranslation();
  const title = t(labelKey);
  usePageTitle(title);
  return (
    <>
      <div className="sg-page-head">
        <div>
          <h1>{title}</h1>
          <p>{t(`planned.${name}.text`)}</p>
        </div>
      </div>
      <section className="sg-card sg-planned">
        <div className="sg-planned-art" aria-hidden="true">
          <svg width="120" height="96" viewBox="0 0 120 96" fill="none" stroke="currentColor" strokeWidth="2">
            <rect x="8" y="10" width="104" height="76" rx="8" />
            <path d="M8 30h104M8 49h104M8 68h104M42 30v56M77 30v56" opacity=".45" />
            <circle cx="25" cy="40" r="5" className="sg-art-accent" />
            <circle cx="60" cy="58" r="5" opacity=".45" strokeDasharray="3 3" />
            <circle cx="94" cy="77" r="5" opacity=".45" strokeDasharray="3 3" />
          </svg>
        </div>
        <div>
          <span className="sg-planned-mark">{t('shell.planned_mark')}</span>
          <h2>{t('shell.planned_will')}</h2>
          <ul>
            {[1, 2, 3].map((n) => (
              <li key={n}>{t(`planned.${name}.will_${n}`)}</li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}
