import { useTranslation } from 'react-i18next';
import { FailedState } from '@/kit/states';
import { usePageTitle } from '../../app/layout/page-title';
import { useFullMe } from '../../app/providers/me';
import { LearnerDay } from '../../learner/day/learner-day';
import { TeamCard } from '../../learner/team/team-card';
import { readViewing } from '../../app/session/viewing';
import { currentRole } from '../../app/session/who';
import { CardsLoading, Usage } from './cards';
import { PlatformFigures } from './platform';
import { PlatformWork } from './platform-work';
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
          {role === 'platform' && !asAdmin && <p>{t('home.platform_text')}</p>}
          {role === 'user' && me.data && (
            <p>{t('home.learner_sentence', { name: me.data.first_name || me.data.user_name })}</p>
          )}
        </div>
      </div>
      {me.isError && role !== 'user' && <FailedState error={me.error} retry={() => void me.refetch()} />}
      {me.isPending && role !== 'user' && <CardsLoading />}
      {me.data && asAdmin && (
        <>
          <Usage me={me.data} />
          <Skills />
        </>
      )}
      {role === 'user' && me.data?.is_manager && <TeamCard zone={me.data.time_zone} />}
      {role === 'user' && <LearnerDay />}
      {me.data && role === 'platform' && !asAdmin && <PlatformFigures />}
      {me.data && role === 'platform' && !asAdmin && <PlatformWork />}
    </>
  );
}
