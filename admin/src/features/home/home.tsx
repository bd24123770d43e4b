import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '@/components/state-panels';
import { usePageTitle } from '@/components/page-title';
import { useAccountQuery } from '@/api/account';
import { LearnerDay } from '@/features/learner/day/learner-day';
import { TeamCard } from '@/features/learner/team/team-card';
import { useSession } from '@/api/use-session';
import { Attention } from './attention';
import { CardsSkeleton, PlanUsage } from './cards';
import { PlatformFigures } from './platform-figures';
import { PlatformWork } from './platform-work';
import { RecentActivity } from './recent-activity';
import { GettingStarted, SkillFigures, SkillPanels } from './skill-figures';
import { LearningTotals } from './learning-totals';
import './home.css';

/** The home page by role: targets, open work and plan usage for admins, the learner's day, or platform work. */
export function HomePage() {
  const { t } = useTranslation();
  const accountQuery = useAccountQuery();
  const { role, impersonation } = useSession();
  // During impersonation, platform staff see what the customer's admin sees.
  const showsAdminHome = role === 'admin' || impersonation !== null;
  usePageTitle(t('home.title'));
  return (
    <>
      <div className="sg-page-head">
        <div>
          <h1>{t('home.title')}</h1>
          {showsAdminHome && <p>{t('home.sentence')}</p>}
          {role === 'platform' && !showsAdminHome && <p>{t('home.platform_text')}</p>}
          {role === 'user' && accountQuery.data && (
            <p>{t('home.learner_sentence', { name: accountQuery.data.first_name || accountQuery.data.user_name })}</p>
          )}
        </div>
      </div>
      {accountQuery.isError && role !== 'user' && (
        <FailedState error={accountQuery.error} retry={() => void accountQuery.refetch()} />
      )}
      {accountQuery.isPending && role !== 'user' && <CardsSkeleton />}
      {accountQuery.data && showsAdminHome && (
        <Flex vertical gap={24}>
          <GettingStarted />
          <SkillFigures />
          <div className="sg-tiles sg-tiles-360">
            <Attention me={accountQuery.data} />
            <RecentActivity zone={accountQuery.data.time_zone} />
          </div>
          <SkillPanels />
          <LearningTotals zone={accountQuery.data.time_zone} />
          <PlanUsage me={accountQuery.data} />
        </Flex>
      )}
      {role === 'user' && accountQuery.data?.is_manager && <TeamCard zone={accountQuery.data.time_zone} />}
      {role === 'user' && <LearnerDay />}
      {accountQuery.data && role === 'platform' && !showsAdminHome && (
        <Flex vertical gap={24}>
          <PlatformFigures />
          <PlatformWork />
        </Flex>
      )}
    </>
  );
}
