import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '@/kit/states';
import { USER_MENU } from '../../app/layout/menu';
import { usePageTitle } from '../../app/layout/page-title';
import { useFullMe, type FullMe } from '../../app/providers/me';
import { readViewing } from '../../app/session/viewing';
import { currentRole } from '../../app/session/who';
import { CardsLoading, Usage } from './cards';
import { PlatformFigures } from './platform';
import { Skills } from './skills';
import './home.css';

/** What the plan has used and allows, how the people stand against their targets, and what needs doing first. Real figures only. */
export function HomePage() {
  const { t } = useTranslation();
  const me = useFullMe();
  const role = currentRole();
  // Who looks at an organisation sees what its admin sees.
  const asAdmin = role === 'admin' || readViewing() !== null;
  usePageTitle(t('home.title'));
  return (
    <>
      <div className="sg-page-head">
        <div>
          <h1>{t('home.title')}</h1>
          {asAdmin && <p>{t('home.sentence')}</p>}
        </div>
      </div>
      {me.isError && <FailedState error={me.error} retry={() => void me.refetch()} />}
      {me.isPending && <CardsLoading />}
      {me.data && asAdmin && (
        <>
          <Usage me={me.data} />
          <Skills />
        </>
      )}
      {me.data && role === 'user' && (
        <Welcome me={me.data} text={t('home.learner_text')}>
          <Link to={USER_MENU.myTraining.route}>
            <Button type="primary" tabIndex={-1}>
              {t('home.learner_go')}
            </Button>
          </Link>
        </Welcome>
      )}
      {me.data && role === 'platform' && !asAdmin && <PlatformFigures />}
      {me.data && role === 'platform' && !asAdmin && (
        <Welcome me={me.data} text={t('home.platform_text')}>
          {USER_MENU.platform.map((entry) => (
            <Link key={entry.route} to={entry.route}>
              <Button tabIndex={-1}>{t(entry.labelKey)}</Button>
            </Link>
          ))}
        </Welcome>
      )}
    </>
  );
}

function Welcome({ me, text, children }: { me: FullMe; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="sg-card sg-welcome">
      <h2>{t('home.learner_title', { name: me.first_name || me.user_name })}</h2>
      <p>{text}</p>
      <div className="sg-welcome-actions">{children}</div>
    </section>
  );
}
