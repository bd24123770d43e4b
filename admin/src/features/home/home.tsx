import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '@/components/states';
import { usePageTitle } from '@/components/page-title';
import { useFullMe } from '@/api/me';
import { LearnerDay } from '@/features/learner/day/learner-day';
import { TeamCard } from '@/features/learner/team/team-card';
import { useSession } from '@/api/use-session';
import { Attention } from './attention';
import { CardsLoading, Usage } from './cards';
import { PlatformFigures } from './platform';
import { PlatformWork } from './platform-work';
import { RecentActivity } from './recent-activity';
import { Beginning, SkillFigures, SkillPanels } from './skills';
import { Totals } from './totals';
import './home.css';

/** How the people stand against their targets, what needs doing first, and what the plan has used and allows. Real figures only. */
export function HomePage() {
  const { t } = useTranslation();
  const me = useFullMe();
  const { role, viewing } = useSession();
  // Who looks at an organisation sees what its admin sees.
  const asAdmin = role === 'admin' || viewing !== null;
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
        <Flex vertical gap={24}>
          <Beginning />
          <SkillFigures />
          <div className="sg-tiles sg-tiles-360">
            <Attention me={me.data} />
            <RecentActivity zone={me.data.time_zone} />
          </div>
          <SkillPanels />
          <Totals zone={me.data.time_zone} />
          <Usage me={me.data} />
        </Flex>
      )}
      {role === 'user' && me.data?.is_manager && <TeamCard zone={me.data.time_zone} />}
      {role === 'user' && <LearnerDay />}
      {me.data && role === 'platform' && !asAdmin && (
        <Flex vertical gap={24}>
          <PlatformFigures />
          <PlatformWork />
        </Flex>
      )}
    </>
  );
}
